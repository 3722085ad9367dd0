import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import satisfies from 'semver/functions/satisfies'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { inputs } from '../build/stamp.mjs'
import { tools } from '../build/tools.mjs'
import { readConfig } from '../server/config'

/** A process manager must wait for X's default deadline, and 5 s for storing. */
const stopsWithinSeconds = readConfig({}).X_TIMEOUT_SECONDS + 5
const programs = ['dist/server/main.js', ...tools.map((name) => `dist/tools/${name}.js`)]

const unreadOf = (env: Record<string, string>): string[] => {
  const read = Object.keys(readConfig(env))
  return Object.keys(env).filter((name) => !read.includes(name) && name !== 'NODE_ENV')
}

const dockerfile = readFileSync('Dockerfile', 'utf8')

const stageOf = (wanted: string): { keyword: string; content: string }[] => {
  const parsed = DockerfileParser.parse(dockerfile)
  const [from] = parsed.getFROMs().filter((each) => each.getBuildStage() === wanted)
  if (!from) return []
  const own = parsed.getContainingImage(from.getRange().start)?.getInstructions().slice(1) ?? []
  const instructions = own.map((each) => ({ keyword: each.getKeyword(), content: each.getArgumentsContent() ?? '' }))
  return [...stageOf(from.getImage() ?? ''), ...instructions]
}

const lastOf = (stage: string, keyword: string): string =>
  stageOf(stage).findLast((each) => each.keyword === keyword)?.content ?? ''

const imageEnv = Object.fromEntries(
  lastOf('server', 'ENV')
    .split(' ')
    .map((each) => each.split('=')),
)
const ignored = readFileSync('.dockerignore', 'utf8')

describe('the Dockerfile', () => {
  it('is valid, and is built on a Node that package.json allows', () => {
    expect(validate(dockerfile)).toEqual([])
    const [, major = ''] = /^ARG NODE_IMAGE=node:(\d+)-\w+-slim$/m.exec(dockerfile) ?? []
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(satisfies(`${major}.999.0`, engines.node)).toBe(true)
  })

  it('copies everything that a build needs, and nothing else', () => {
    const copied = stageOf('build')
      .filter(({ keyword }) => keyword === 'COPY')
      .flatMap(({ content }) => content.split(' ').slice(0, -1))
    expect(copied.filter((path) => !existsSync(path))).toEqual([])
    expect(copied).toEqual(expect.arrayContaining(inputs))
    const given = ignored.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(given).toEqual(['*', ...new Set(copied.map((path) => `!${path}`))])
  })

  it.each(['server', 'tools'])('runs %s without privileges, only by node, with variables that it reads', (stage) => {
    expect(lastOf(stage, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(JSON.parse(lastOf(stage, 'ENTRYPOINT'))).toEqual(['node'])
    expect(programs).toContain(JSON.parse(lastOf(stage, 'CMD'))[0])
    expect(lastOf(stage, 'VOLUME')).toBe(imageEnv.DATA_DIR)
    expect(unreadOf({ ...imageEnv, PUBLIC_ORIGIN: 'https://console.example' })).toEqual([])
  })

  it('is checked for readiness at its port, and stopped by a signal that it knows', () => {
    expect(lastOf('server', 'EXPOSE')).toBe(imageEnv.PORT)
    expect(lastOf('server', 'HEALTHCHECK')).toContain(`http://127.0.0.1:\${process.env.PORT}/readyz`)
    expect(lastOf('server', 'STOPSIGNAL')).toBe('SIGTERM')
    expect(DockerfileParser.parse(dockerfile).getFROMs().at(-1)?.getBuildStage()).toBe('server')
  })
})

describe('compose.yaml', () => {
  const { services, volumes, networks } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true })
  const { 'server-a': first, 'server-b': second, postgres, proxy } = services
  const caddyfile = readFileSync('ship/Caddyfile', 'utf8')

  it('starts two equal servers, each with its own folder, that write nowhere else', () => {
    expect({ ...second, volumes: first.volumes }).toEqual(first)
    expect(second.volumes).not.toEqual(first.volumes)
    expect(first).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: '/tmp', build: { target: 'server' } })
    expect(Number.parseInt(first.stop_grace_period, 10)).toBeGreaterThan(stopsWithinSeconds)
  })

  it('sets variables that the server reads, to accepted values', () => {
    const filled = Object.entries<string>(first.environment).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{\w+:\?[^}]*\}/g, 'secret'),
    ])
    const env = Object.fromEntries(filled)
    expect(unreadOf(env)).toEqual([])
    expect(env).toMatchObject({ PORT: imageEnv.PORT, DATA_DIR: imageEnv.DATA_DIR, HOST: imageEnv.HOST })
    expect(env.DATABASE_URL).toBe(
      `postgres://${postgres.environment.POSTGRES_USER}:secret@postgres:5432/${postgres.environment.POSTGRES_DB}`,
    )
  })

  it('can be reached only through the proxy, which checks whether each server is ready', () => {
    const published = Object.keys(services).filter((name) => services[name].ports !== undefined)
    expect(published).toEqual(['proxy'])
    expect(proxy.networks).not.toEqual(expect.arrayContaining(postgres.networks))
    expect(networks.database.internal).toBe(true)
    expect(caddyfile).toContain(`reverse_proxy server-a:${imageEnv.PORT} server-b:${imageEnv.PORT} {`)
    expect(caddyfile).toContain('health_uri /readyz')
  })

  it('has programs for backups as new as its PostgreSQL, and a volume for all stored data', () => {
    const [, major] = /^postgres:(\d+)-/.exec(postgres.image) ?? []
    expect(dockerfile).toContain(`postgresql-client-${major} `)
    const mounted = Object.values<{ volumes: string[] }>(services).flatMap((each) => each.volumes)
    const named = mounted.map((each) => each.split(':')[0] ?? '').filter((name) => !name.startsWith('.'))
    expect([...new Set(named)].sort()).toEqual(Object.keys(volumes).sort())
  })
})

describe('the systemd units', () => {
  const units = ['auto-comment-bot.service', 'auto-comment-bot-backup.service', 'auto-comment-bot-backup.timer']
  const read = (unit: string) =>
    Object.fromEntries(
      [...readFileSync(`ship/${unit}`, 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [
        key,
        value,
      ]),
    )

  it('are accepted by systemd if it is installed', () => {
    const files = units.map((unit) => `ship/${unit}`)
    const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' })
    if (error === undefined) expect([status, stderr]).toEqual([0, ''])
    expect(files.map((file) => existsSync(file))).toEqual([true, true, true])
  })

  it.each(units.slice(0, 2))('confine %s to its folder, and run a shipped program', (unit) => {
    const { ExecStart = '', Environment = '', ...set } = read(unit)
    expect(set).toMatchObject({ ProtectSystem: 'strict', NoNewPrivileges: 'yes', CapabilityBoundingSet: '' })
    expect(set.User).not.toBe('root')
    expect(programs).toContain(ExecStart.split(' ')[1])
    const env = Object.fromEntries(Environment.split(' ').map((each) => each.split('=')))
    expect(unreadOf(env)).toEqual([])
    expect(env.DATA_DIR).toBe(`/var/lib/${set.StateDirectory}`)
  })

  it('restart the server after a failure, and wait for running requests', () => {
    const { Restart, TimeoutStopSec } = read('auto-comment-bot.service')
    expect([Restart, Number(TimeoutStopSec) > stopsWithinSeconds]).toEqual(['on-failure', true])
  })
})
