import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** The image's configuration (https://github.com/moby/docker-image-spec). */
export interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
  Volumes: Record<string, object>
  StopSignal?: string
  Healthcheck?: { Test: string[] }
}

export interface Container {
  root: string
  config: ImageConfig
  volume: string
  env: Record<string, string>
}

/** `read_only: true`, `tmpfs: /tmp`, `cap_drop: [ALL]` and `no-new-privileges` of compose.yaml. */
const confine = `
set -e
root=$1 data=$2 volume=$3 user=$4 group=$5 folder=$6
shift 6
mount --make-rprivate /
mount --bind "$root" "$root"
mount --bind "$data" "$root$volume"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid="$user" --regid="$group" --clear-groups --no-new-privs --bounding-set=-all \\
  env --ignore-environment --chdir="$folder" "$@"
`

const commandOf = ({ root, config, volume, env }: Container, args: string[]): string[] => {
  const [user = '', group = ''] = config.User.split(':')
  const [place = ''] = Object.keys(config.Volumes)
  const added = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const inside = [root, volume, place, user, group, config.WorkingDir, ...config.Env, ...added, ...args]
  return ['--mount', '--pid', '--fork', 'sh', '-c', confine, 'sh', ...inside]
}

/**
 * Runs a command as the image's user on its read-only files.
 *
 * @throws Error if it fails.
 */
export const runIn = (container: Container, ...command: string[]): string =>
  execFileSync('unshare', commandOf(container, command), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

export const isHealthy = (container: Container): boolean => {
  const [how, ...test] = container.config.Healthcheck?.Test ?? []
  if (how !== 'CMD') throw new Error('the image has no health check')
  return spawnSync('unshare', commandOf(container, test), { stdio: 'inherit' }).status === 0
}

export interface Service {
  url: string
  /** The fields of /proc/PID/status (https://docs.kernel.org/filesystems/proc.html). */
  status: Record<string, string>
  rootOptions: string
  /**
   * Sends the image's stop signal.
   *
   * @returns the exit code.
   */
  stop(): Promise<number | null>
  kill(): void
}

export const startService = async (container: Container): Promise<Service> => {
  const { Entrypoint, Cmd, StopSignal = 'SIGTERM' } = container.config
  const child = spawn('unshare', commandOf(container, [...Entrypoint, ...Cmd]), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  const pid = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim())
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(/:\s+/))
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').split('\n')
  return {
    url,
    status: Object.fromEntries(status.map(([name = '', value = '']) => [name, value.replaceAll('\t', ' ')])),
    rootOptions: mounts.map((line) => line.split(' ')).find(([, , , , place]) => place === '/')?.[5] ?? '',
    stop: async () => {
      const gone = once(child, 'exit')
      spawnSync('kill', ['-s', StopSignal.replace(/^SIG/, ''), String(pid)], { stdio: 'inherit' })
      const [code] = await gone
      return code
    },
    // Its parent's death would not reach the process: becoming another user clears prctl(PR_SET_PDEATHSIG).
    kill: () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(pid, 'SIGKILL')
    },
  }
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    if (child.stdout === null) throw new Error('its output is not read')
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /^Auto Comment Bot: (http:\S+)$/.exec(line)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
