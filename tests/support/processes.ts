import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Launched {
  child: ChildProcess
  /** What it printed so far, to both of its outputs. */
  lines: string[]
  /** What it says of where it listens. Rejected, with what it printed, where it ends before. */
  url: Promise<string>
}

/** @param said finds, as its only group, the address in a line that the process prints. */
export const launch = (command: string[], env: NodeJS.ProcessEnv, said: RegExp): Launched => {
  const [program = '', ...args] = command
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const url = new Promise<string>((resolve, reject) => {
    const read = (line: string) => {
      lines.push(line)
      const address = said.exec(line)?.[1]
      if (address) resolve(address)
    }
    createInterface({ input: child.stdout }).on('line', read)
    createInterface({ input: child.stderr }).on('line', read)
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`${program} ended with ${code ?? signal}:\n${lines.join('\n')}`)),
    )
  })
  url.catch(() => undefined)
  return { child, lines, url }
}

/** The line with which the server says where it listens. */
export const serverSaid = /Auto Comment Bot: (http:\/\/\S+)/

/**
 * Ends a process, and waits for its exit code; of one that has ended already nothing is waited for.
 *
 * @param gone `close`: also until all that it printed was read, which never comes while a child of its own holds its outputs.
 */
export const end = async (
  child: ChildProcess,
  signal: NodeJS.Signals,
  gone: 'exit' | 'close' = 'exit',
): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, gone)
    child.kill(signal)
    await ended
  }
  return child.exitCode
}
