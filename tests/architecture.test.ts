import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { describe, expect, it } from 'vitest'
import { barelyGiven } from './support/components'
import { circlesIn, type Import, importsOf, rooms, sources } from './support/imports'

const imports = rooms.flatMap(sources).flatMap(importsOf)
const within = (folder: string) => (each: Import) => each.file.startsWith(`${folder}/`)
const leadsTo = (target: string, ...places: string[]) =>
  places.some((place) => target === place || target.startsWith(`${place}/`))
const isOwn = (target: string) => leadsTo(target, ...rooms, 'tests', 'bench', 'torture', 'scripts')
/** These files provide the services that a chart names. */
const isActors = (file: string) => /\.actors(?:\.ts)?$/.test(file)
const isStore = (file: string) => file.endsWith('.store.ts')
const shown = ({ file, target }: Import) => `${file} imports ${target}`
const offences = (folder: string, allowed: (each: Import) => boolean): string[] =>
  imports
    .filter(within(folder))
    .filter((each) => !allowed(each))
    .map(shown)

const uiPackages = [
  'react',
  'react-dom',
  '@xstate/react',
  '@headlessui/react',
  '@hookform/resolvers',
  'lucide-react',
  'match-sorter',
  'react-hook-form',
  'react-hot-toast',
  'uqr',
  'wouter',
]

describe('the import rules', () => {
  it('schemas import zod, one another, a JSON parser, and twitter-text for reading text as X does', () => {
    const allowed = ({ file, target }: Import) =>
      ['zod', 'jsonc-parser'].includes(target) ||
      leadsTo(target, 'src/schemas') ||
      (target === 'twitter-text' && /\/(postText\.ts|twitter-text\.d\.ts)$/.test(file))
    expect(offences('src/schemas', allowed)).toEqual([])
  })

  it('machines import xstate, schemas and machines', () => {
    const allowed = ({ file, target }: Import) =>
      isActors(file) || target === 'xstate' || (leadsTo(target, 'src/schemas', 'src/machines') && !isActors(target))
    expect(offences('src/machines', allowed)).toEqual([])
  })

  it('services import schemas, papaparse, bowser, the ceremonies of passkeys and one another', () => {
    const allowed = ({ target, typeOnly }: Import) =>
      ['bowser', 'papaparse', 'zod', '@simplewebauthn/browser'].includes(target) ||
      leadsTo(target, 'src/schemas', 'src/services') ||
      (typeOnly && leadsTo(target, 'src/machines'))
    expect(offences('src/services', allowed)).toEqual([])
  })

  it('actors import xstate, machines, services, schemas, recordings and actors', () => {
    const allowed = ({ file, target }: Import) =>
      !isActors(file) ||
      target === 'xstate' ||
      leadsTo(target, 'src/machines', 'src/services', 'src/schemas', 'src/recording')
    expect(offences('src/machines', allowed)).toEqual([])
  })

  it('recordings import xstate, zod, schemas and one another', () => {
    const allowed = ({ target }: Import) =>
      ['xstate', 'zod'].includes(target) || leadsTo(target, 'src/schemas', 'src/recording')
    expect(offences('src/recording', allowed)).toEqual([])
  })

  it("only actors, code before React and the page's first files know machines and services", () => {
    const connecting = ['src/boot', 'src/effects.ts', 'src/main.tsx']
    const starting = ['src/landing/islands.tsx']
    const allowed = ({ file, target, typeOnly }: Import) =>
      typeOnly ||
      isActors(target) ||
      !leadsTo(target, 'src/machines', 'src/services') ||
      leadsTo(file, 'src/machines', 'src/services', ...connecting, ...starting)
    expect(offences('src', allowed)).toEqual([])
  })

  /** The problem report also works without a session, and without the console. */
  const starters = ['src/views/report/ProblemReport.tsx', 'src/views/shell/screenActor.ts']

  it('views import UI libraries, schemas, actors, effects, a drawing, types of machines and services, and xstate only to start actors', () => {
    const allowed = ({ file, target, typeOnly }: Import) =>
      uiPackages.includes(target) ||
      target.startsWith('@fontsource-variable/') ||
      target === 'virtual:item-drawing' ||
      isActors(target) ||
      leadsTo(target, 'src/schemas', 'src/views', 'src/effects', 'src/routes') ||
      (typeOnly && (target === 'xstate' || leadsTo(target, 'src/machines', 'src/services'))) ||
      (target === 'xstate' && starters.includes(file))
    expect(offences('src/views', allowed)).toEqual([])
  })

  it('nothing in the product imports build tools or the inspector', () => {
    const tools = imports.filter(({ target }) => leadsTo(target, 'build', 'inspector', 'scripts', 'tests', 'bench'))
    const outside = tools.filter(({ file }) => !leadsTo(file, 'build', 'inspector'))
    expect(outside.map(shown)).toEqual(['src/main.tsx imports inspector/start'])
  })

  it('views start actors only by useScreenActor, except the problem report, so that the inspector sees each one', () => {
    const users = sources('src').filter((file) =>
      /\buse(?:Idle)?(?:ActorRef|Actor|Machine)\b/.test(readFileSync(file, 'utf8')),
    )
    expect(users).toEqual([])
    const creators = sources('src').filter((file) => /\bcreateActor\b/.test(readFileSync(file, 'utf8')))
    expect(creators.sort()).toEqual(['src/main.tsx', ...starters])
  })

  it('the server imports only schemas from the console', () => {
    const own = imports.filter(within('server')).filter(({ target }) => isOwn(target))
    const elsewhere = own.filter(({ target }) => !leadsTo(target, 'server', 'src/schemas', 'sandbox'))
    expect(elsewhere.map(shown)).toEqual([])
  })

  it('only posting on the server imports xstate', () => {
    const users = imports.filter(within('server')).filter(({ target }) => target === 'xstate')
    expect(users.filter(({ file }) => !file.startsWith('server/posting/')).map(shown)).toEqual([])
  })

  it('one folder of the server makes outgoing calls, except calls to the database', () => {
    const caller =
      /^import (?!type )[^']*'(?:node:(?:https?|http2|net|tls|dgram)|undici)'|(?<![.\w])(?:fetch|WebSocket|EventSource)\(/m
    const callers = sources('server').filter((file) => caller.test(readFileSync(file, 'utf8')))
    expect(callers.filter((file) => !leadsTo(file, 'server/outgoing')).sort()).toEqual([
      'server/db/postgres.ts',
      'server/security/loopback.ts',
      'server/security/webauthn.ts',
    ])
    const packages = imports.filter(within('server')).filter(({ target, typeOnly }) => !typeOnly && !isOwn(target))
    const calling = new Map([
      ['pg', ['server/db', 'server/posting/worker/listen.ts']],
      ['twitter-api-v2', ['server/x/sign.ts']],
    ])
    const elsewhere = packages.filter(({ file, target }) => !leadsTo(file, ...(calling.get(target) ?? ['server'])))
    expect(elsewhere.map(shown)).toEqual([])
    // Only packages that make no calls; check a new one before you add it.
    const quiet = [
      '@fastify/accept-negotiator',
      '@fastify/rate-limit',
      '@fastify/static',
      '@fastify/swagger',
      '@node-rs/argon2',
      '@simplewebauthn/server',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
      '@zxcvbn-ts/language-de',
      '@zxcvbn-ts/language-en',
      '@zxcvbn-ts/language-es-es',
      '@zxcvbn-ts/language-fr',
      '@zxcvbn-ts/language-it',
      '@zxcvbn-ts/language-pt-br',
      'eld',
      'fastify',
      'fastify-type-provider-zod',
      'fresh',
      'kysely',
      'libsql',
      'lru-cache',
      'node',
      'otpauth',
      'p-queue',
      'package.json',
      'pino',
      'prom-client',
      'proxy-from-env',
      'semver',
      'xstate',
      'zod',
    ]
    const targets = [...new Set(packages.map(({ target }) => target))]
    expect(targets.filter((name) => !calling.has(name) && !quiet.includes(name))).toEqual([])
  })

  it('the stand-ins are a separate program, which only server/outside.ts starts', () => {
    const outward = imports.filter(within('sandbox')).filter(({ target }) => isOwn(target))
    expect(outward.filter(({ target }) => !leadsTo(target, 'sandbox')).map(shown)).toEqual([])
    const inward = imports.filter(({ target }) => leadsTo(target, 'sandbox'))
    expect(inward.filter(({ file }) => !leadsTo(file, 'sandbox', 'server/outside.ts')).map(shown)).toEqual([])
  })

  it('stores do not import posting, which has its own SQL', () => {
    expect(offences('server', ({ file, target }) => !isStore(file) || !leadsTo(target, 'server/posting'))).toEqual([])
  })

  it('only folders that own tables, and metrics, build queries', () => {
    const building =
      /\.(?:selectFrom|selectNoFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom)\(|\bsql[`<.]/
    const owning = ['db', 'features/inbox', 'jobs/retention', 'metrics/stored.ts', 'posting']
    const others = sources('server').filter(
      (file) => !isStore(file) && !leadsTo(file, ...owning.map((place) => `server/${place}`)),
    )
    expect(others.filter((file) => building.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  it('files that run have no import cycle', () => {
    const own = imports.filter(({ target, typeOnly, late }) => isOwn(target) && !typeOnly && !late)
    const withoutEnding = (file: string) => file.replace(/\.tsx?$/, '')
    expect(circlesIn(own.map(({ file, target }) => [withoutEnding(file), target]))).toEqual([])
  })

  it('the folders of the server have no import cycle', () => {
    /** The routes, stores and words of each idea count as separate folders. */
    const roomOf = (path: string) =>
      /\.(?:routes|store)$|\/words$/.exec(path)?.[0] ??
      path
        .split('/')
        .slice(0, path.startsWith('server/features/') ? 3 : 2)
        .join('/')
    const own = imports
      .filter(within('server'))
      .filter(({ target, typeOnly, late }) => leadsTo(target, 'server') && !typeOnly && !late)
      .map(({ file, target }) => [roomOf(file.replace(/\.ts$/, '')), roomOf(target)] as const)
    expect(circlesIn(own.filter(([from, to]) => from !== to))).toEqual([])
  })

  it('names node modules by their node: prefix', () => {
    expect(imports.filter(({ target }) => builtinModules.includes(target)).map(shown)).toEqual([])
  })
})

describe('the source text', () => {
  const forbidden = /\bas any\b|: any\b|<any>|@ts-ignore|@ts-nocheck|@ts-expect-error|dangerouslySetInnerHTML/

  it('has no any, no disabled compiler check and no raw markup', () => {
    const hits = rooms.flatMap(sources).flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (forbidden.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    )
    expect(hits).toEqual([])
  })

  /** `src/jsx` gives each text an element, but does not see a component's own text beside others. */
  it('has no component that returns anything but elements', () => {
    expect(
      sources('src')
        .filter((file) => file.endsWith('.tsx'))
        .flatMap(barelyGiven),
    ).toEqual([])
  })

  it('has the addresses of the console’s pages in one file, and in the landing page, which loads no console code', () => {
    const address = /['"`}]\/admin\/[a-z]/
    const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '')
    const hits = [...sources('src'), ...sources('build')].filter((file) =>
      address.test(withoutComments(readFileSync(file, 'utf8'))),
    )
    expect(hits).toEqual(['src/landing/config.ts', 'src/schemas/paths.ts'])
  })

  /** Without comments and strings, so that prose is not taken for code. */
  const codeOf = (file: string) =>
    readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'/g, "''")
      .replace(/`[^`]*`/g, '``')
      .replace(/\bimport\b[^']*''/g, '')
  const cast = /(\{\} )?\bas (?!const\b)(?:[a-z]+\b(?=[\s,;)\]}|&<]*$)|[A-Z{(][^\n]*)/gm

  it('has no type assertion in machines and views, except the types of a setup', () => {
    const hits = [...sources('src/machines').filter((file) => !isActors(file)), ...sources('src/views')].flatMap(
      (file) => [...codeOf(file).matchAll(cast)].flatMap(([text, declared]) => (declared ? [] : [`${file}: ${text}`])),
    )
    expect(hits).toEqual([])
  })
})
