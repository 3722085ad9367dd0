// npm run ship:rehearse: builds the Dockerfile and runs its image without an image registry. Debian's packages, Node
// and npm make the base image; buildah takes the Dockerfile's steps. The server runs confined as in compose.yaml:
// process 1, not root, no capabilities, only /data and /tmp writable. Needs root on Debian, downloads about 400 MB, and
// takes three minutes.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUp } from '../torture/support/operator'
import { freePort } from '../torture/support/processes'
import { atRest } from '../torture/support/truth'
import { type Container, type ImageConfig, isHealthy, runIn, type Service, startService } from './container'

const needed = ['buildah', 'mmdebstrap', 'unshare', 'chroot']
const missing = needed.filter((program) => spawnSync('which', [program]).status !== 0)
if (missing.length > 0) throw new Error(`${missing.join(', ')}: apt-get install buildah mmdebstrap`)
if (process.getuid?.() !== 0) throw new Error('it makes root file systems: run it as root')

const folder = mkdtempSync(join(tmpdir(), 'acb-ship-'))
const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'running'), '--storage-driver', 'overlay']

const say = (what: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${what}`)
const output = (program: string, ...args: string[]): string =>
  execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
const buildah = (...args: string[]) => output('buildah', ...storage, ...args)

const [, image = '', major = '', suite = ''] =
  /^ARG NODE_IMAGE=(node:(\d+)-(\w+)-slim)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? []

const makeBaseImage = () => {
  const root = join(folder, 'base')
  const mirror = output('apt-get', 'indextargets', '--format', '$(SITE)', 'Created-By: Packages').split('\n')[0] ?? ''
  output('mmdebstrap', '--mode=root', '--variant=minbase', '--include=ca-certificates', suite, root, mirror)
  const packages = join(folder, 'packages')
  output('npm', 'install', '--no-save', '--prefix', packages, `node-linux-${process.arch}@${major}`, 'npm@11')
  const modules = join(packages, 'node_modules')
  cpSync(join(modules, `node-linux-${process.arch}`, 'bin/node'), join(root, 'usr/local/bin/node'))
  mkdirSync(join(root, 'usr/local/lib/node_modules'))
  cpSync(join(modules, 'npm'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  output('chroot', root, 'groupadd', '--gid', '1000', 'node')
  output('chroot', root, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node')
  const made = buildah('from', 'scratch')
  buildah('copy', '--quiet', made, root, '/')
  buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', made)
  buildah('commit', '--quiet', made, `docker.io/library/${image}`)
}

/** The images do not know how this machine reaches npm's registry. */
const npmOfThisMachine = () =>
  [
    [output('npm', 'config', 'get', 'userconfig'), '/root/.npmrc'],
    [output('npm', 'config', 'get', 'globalconfig'), '/usr/local/etc/npmrc'],
    ['/etc/ssl', '/etc/ssl'],
  ].flatMap(([from = '', to]) => (existsSync(from) ? ['--volume', `${from}:${to}:ro`] : []))

const build = (stage: string): Container => {
  const name = `auto-comment-bot-${stage}`
  const how = ['--isolation=chroot', '--network=host', '--pull-never', '--layers', '--format=docker']
  buildah('build', ...how, ...npmOfThisMachine(), '--target', stage, '--tag', name, '.')
  const { Docker }: { Docker: { config: ImageConfig } } = JSON.parse(buildah('inspect', '--type', 'image', name))
  const root = buildah('mount', buildah('from', '--pull-never', name))
  return { root, config: Docker.config, volume: join(folder, 'data'), env: {} }
}

const readConfigurations = () => {
  const project = join(folder, 'project')
  mkdirSync(project)
  for (const name of ['compose.yaml', 'ship']) cpSync(name, join(project, name), { recursive: true })
  writeFileSync(join(project, '.env'), 'CREDENTIALS_KEY=a key\nPOSTGRES_PASSWORD=a word\n')
  const made = buildah('from', '--pull-never', `docker.io/library/${image}`)
  const inside = (...command: string[]) =>
    buildah('run', '--isolation=chroot', '--network=host', '--volume', `${project}:/project:ro`, made, ...command)
  inside('apt-get', 'update', '--quiet=2')
  inside('apt-get', 'install', '--quiet=2', '--yes', '--no-install-recommends', 'docker-compose', 'caddy')
  inside('docker-compose', '--file=/project/compose.yaml', '--profile=tools', 'config', '--quiet')
  const caddyfile = ['--config=/project/ship/Caddyfile', '--adapter=caddyfile']
  inside('env', 'PUBLIC_ORIGIN=https://localhost', 'caddy', 'validate', ...caddyfile)
}

const rehearse = async () => {
  say(`making ${image}`)
  makeBaseImage()
  say('Compose and Caddy read their files')
  readConfigurations()
  say('building the Dockerfile: tools, then the server')
  const tools = build('tools')
  const server = build('server')
  console.log(`  the server's files: ${output('du', '--summarize', '--human-readable', server.root).split('\t')[0]}`)
  const [user = 0, group = 0] = server.config.User.split(':').map(Number)
  mkdirSync(server.volume, { mode: 0o700 })
  chownSync(server.volume, user, group)
  const env = { HOST: '127.0.0.1', PORT: String(await freePort()), X_REPLY_RULE: 'open' }
  server.env = env
  tools.env = env

  say('starting the server on read-only files')
  const service = await startService(server)
  try {
    await use(service, server, tools)
  } finally {
    service.kill()
  }
}

const use = async (service: Service, server: Container, tools: Container) => {
  const { Uid, CapBnd, NoNewPrivs, NSpid } = service.status
  assert.match(Uid ?? '', /^1000 1000 1000 1000$/)
  assert.match(CapBnd ?? '', /^0+$/)
  assert.equal(NoNewPrivs, '1')
  assert.match(NSpid ?? '', / 1$/)
  assert.match(service.rootOptions, /\bro\b/)
  assert.equal(isHealthy(server), true)

  for (const path of ['/', '/admin/home', '/api/v1/openapi.json']) {
    assert.equal((await fetch(service.url + path)).status, 200)
  }

  say('signing up and posting one reply in the sandbox')
  const operator = await signUp(() => service.url, 1)
  const [reply = ''] = await operator.makeReplies(1)
  const task = await operator.sendSolo(reply, operator.accounts[0]?.id ?? 0)
  await atRest(operator, [task])
  assert.deepEqual(
    (await operator.task(task)).items.map(({ status }) => status),
    ['completed'],
  )

  say('backing up while it runs, and stopping it')
  assert.match(runIn(tools, 'node', 'dist/tools/backup.js', '--keep', '1'), /^Backup: \/data\/backups\//)
  assert.match(runIn(tools, 'pg_dump', '--version'), /PostgreSQL/)
  assert.equal(await service.stop(), 0)
  assert.equal(isHealthy(server), false)
  say('rehearsed: it serves, posts, is backed up, and ends with 0')
}

try {
  await rehearse()
} finally {
  spawnSync('buildah', [...storage, 'umount', '--all'], { stdio: 'ignore' })
  spawnSync('buildah', [...storage, 'rm', '--all'], { stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
}
