import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

interface Import {
  file: string
  /** A path of this repository without its extension, or a package's name. */
  target: string
  typeOnly: boolean
}

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))

const statement = /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g

const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const importsOf = (file: string): Import[] =>
  [...readFileSync(file, 'utf8').matchAll(statement)].map(([, type, from, dynamic]) => {
    const specifier = from ?? dynamic ?? ''
    const target = specifier.startsWith('.')
      ? normalize(join(dirname(file), specifier.replace(/\?.*$/, '')))
      : specifier.startsWith('node:')
        ? 'node'
        : packageName(specifier)
    return { file, target, typeOnly: type !== undefined }
  })

const imports = [...sources('src'), ...sources('server')].flatMap(importsOf)
const within = (folder: string) => (each: Import) => each.file.startsWith(`${folder}/`)
const leadsTo = (target: string, ...folders: string[]) =>
  folders.some((folder) => target === folder || target.startsWith(`${folder}/`))
const isOwn = (target: string) => leadsTo(target, 'src', 'server', 'tests')
const shown = ({ file, target }: Import) => `${file} imports ${target}`
/** What the files of a folder import against its rule. */
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
  'react-hook-form',
  'react-hot-toast',
  'wouter',
]

describe('the import rules', () => {
  it('schemas import zod, one another, and twitter-text where text is read as X reads it', () => {
    const allowed = ({ file, target }: Import) =>
      target === 'zod' ||
      leadsTo(target, 'src/schemas') ||
      (target === 'twitter-text' && ['src/schemas/postText.ts', 'src/schemas/postText.ts'].includes(file))
    expect(offences('src/schemas', allowed)).toEqual([])
  })

  it('machines import xstate, schemas and machines', () => {
    const allowed = ({ target }: Import) => target === 'xstate' || leadsTo(target, 'src/schemas', 'src/machines')
    expect(offences('src/machines', allowed)).toEqual([])
  })

  it('services import schemas, papaparse and one another', () => {
    const allowed = ({ target, typeOnly }: Import) =>
      ['papaparse', 'zod'].includes(target) ||
      leadsTo(target, 'src/schemas', 'src/services') ||
      (typeOnly && leadsTo(target, 'src/machines'))
    expect(offences('src/services', allowed)).toEqual([])
  })

  it('logic imports xstate, machines, services, schemas and logic', () => {
    const allowed = ({ target }: Import) =>
      target === 'xstate' || leadsTo(target, 'src/machines', 'src/services', 'src/schemas', 'src/actors/session')
    expect(offences('src/actors/session', allowed)).toEqual([])
  })

  it('logic, the first frame and the files that start a page alone know machines and services', () => {
    const connecting = [
      ...['src/actors/session', 'src/actors/session.ts', 'src/actors/console.ts', 'src/effects.ts', 'src/firstFrame'],
      ...[
        'src/main.tsx',
        'src/boot/preload.ts',
        'src/landing/islands.tsx',
        'src/landing/dev.tsx',
        'build/prerender.tsx',
      ],
    ]
    const allowed = ({ file, target, typeOnly }: Import) =>
      typeOnly ||
      !leadsTo(target, 'src/machines', 'src/services') ||
      leadsTo(file, 'src/machines', 'src/services', ...connecting)
    expect(offences('src', allowed)).toEqual([])
  })

  it('views import UI libraries, schemas, logic, effects and types of machines: no service, no value of xstate', () => {
    const allowed = ({ target, typeOnly }: Import) =>
      uiPackages.includes(target) ||
      target.startsWith('@fontsource-variable/') ||
      leadsTo(target, 'src/schemas', 'src/views', 'src/actors/session', 'src/effects') ||
      (typeOnly && (target === 'xstate' || leadsTo(target, 'src/machines')))
    expect(offences('src/views', allowed)).toEqual([])
  })

  it('views start actors by useScreenActor alone, so that the inspector sees every one', () => {
    const starters = sources('src').filter((file) =>
      /\buse(?:Idle)?(?:ActorRef|Actor|Machine)\b/.test(readFileSync(file, 'utf8')),
    )
    expect(starters).toEqual(['src/views/screenActor.ts'])
    const creators = sources('src').filter((file) => /\bcreateActor\b/.test(readFileSync(file, 'utf8')))
    expect(creators.sort()).toEqual([
      'build/firstFrame.tsx',
      'src/landing/dev.tsx',
      'src/landing/islands.tsx',
      'src/main.tsx',
      'build/prerender.tsx',
    ])
  })

  it('the server imports nothing of the console but its schemas', () => {
    const own = imports.filter(within('server')).filter(({ target }) => isOwn(target))
    expect(own.filter(({ target }) => !leadsTo(target, 'server', 'src/schemas')).map(shown)).toEqual([])
  })

  it('xstate on the server belongs to the delivery', () => {
    const users = imports.filter(within('server')).filter(({ target }) => target === 'xstate')
    expect(users.filter(({ file }) => !file.startsWith('server/delivery/')).map(shown)).toEqual([])
  })

  it('the stand-ins import nothing of the server, and only its entry imports them', () => {
    const outward = imports.filter(within('sandbox')).filter(({ target }) => isOwn(target))
    expect(outward.filter(({ target }) => !leadsTo(target, 'sandbox')).map(shown)).toEqual([])
    const inward = imports.filter(({ target }) => leadsTo(target, 'sandbox'))
    expect(inward.filter(({ file }) => !leadsTo(file, 'sandbox', 'server/main.ts')).map(shown)).toEqual([])
  })

  it('names node modules by their node: prefix', () => {
    expect(imports.filter(({ target }) => builtinModules.includes(target)).map(shown)).toEqual([])
  })
})

describe('the source text', () => {
  const forbidden = /\bas any\b|: any\b|<any>|@ts-ignore|@ts-nocheck|@ts-expect-error|dangerouslySetInnerHTML/

  it('has no any, no silenced compiler and no raw markup', () => {
    const hits = [...sources('src'), ...sources('server')].flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (forbidden.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    )
    expect(hits).toEqual([])
  })

  /** Without comments and strings, so that prose is not taken for code. */
  const codeOf = (file: string) =>
    readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'/g, "''")
      .replace(/`[^`]*`/g, '``')
      .replace(/\bimport\b[^']*''/g, '')
  const cast = /(\{\} )?\bas (?!const\b)(?:[a-z]+\b(?=[\s,;)\]}|&<]*$)|[A-Z{(][^\n]*)/gm

  it('has no cast in machines and views but the types of a setup', () => {
    const hits = [...sources('src/machines'), ...sources('src/views')].flatMap((file) =>
      [...codeOf(file).matchAll(cast)].flatMap(([text, declared]) => (declared ? [] : [`${file}: ${text}`])),
    )
    expect(hits).toEqual([])
  })

  /** The calls of `useSelector` in a file, and imports of it by another name, which would hide calls. */
  const selectionsIn = (file: string) => {
    const text = readFileSync(file, 'utf8')
    const found: { told: string; isPlain: boolean }[] = []
    new Visitor({
      ImportSpecifier: ({ imported, local, start, end }) => {
        if (!('name' in imported) || imported.name !== 'useSelector' || local.name === 'useSelector') return
        found.push({ told: `${file}: ${text.slice(start, end)}`, isPlain: false })
      },
      CallExpression: ({ callee, arguments: given, start, end }) => {
        if (callee.type !== 'Identifier' || callee.name !== 'useSelector') return
        found.push({ told: `${file}: ${text.slice(start, end)}`, isPlain: given.length === 2 })
      },
    }).visit(parseSync(file, text).program)
    return found
  }

  it('selects without a comparison of its own, which selectedSnapshot.ts would ignore', () => {
    const selections = sources('src')
      .filter((file) => readFileSync(file, 'utf8').includes('useSelector'))
      .flatMap(selectionsIn)
    expect(selections.filter(({ isPlain }) => !isPlain).map(({ told }) => told)).toEqual([])
    expect(selections.length).toBeGreaterThan(40)
  })
})
