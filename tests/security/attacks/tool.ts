import { spawnSync } from 'node:child_process'

/**
 * Runs an attacker's tool and shows its output.
 *
 * @throws Error that explains the installation if the tool is missing.
 */
export const runTool = (name: string, args: string[], timeoutMillis: number): string => {
  const { error, stdout, stderr } = spawnSync(name, args, {
    encoding: 'utf8',
    timeout: timeoutMillis,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error && 'code' in error && error.code === 'ENOENT') {
    throw new Error(`${name} is not installed on this machine (Debian: apt-get install ${name}). Nothing was tried.`)
  }
  return `${stdout}\n${stderr}`
}
