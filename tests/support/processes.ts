import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Launched {
  child: ChildProcess
  /** Its output so far, of both streams. */
  lines: string[]
  /** The address that it prints. Rejected with its output if it ends before. */
  url: Promise<string>
}

/** @param said finds, as its only group, the address in a printed line. */
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

export const serverSaid = /Auto Comment Bot: (http:\/\/\S+)/

/**
 * Ends a process and returns its exit code.
 *
 * @param gone `close` also waits until all output was read, which never happens while a child of the process holds its
 * outputs.
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
