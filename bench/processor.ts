import { readFileSync } from 'node:fs'

/** Of `/proc/PID/stat`, as on every Linux that Node runs on. */
const ticksASecond = 100

/** Seconds of the processor that a process has used, in its own code and in the system's. Only on Linux. */
export const processorSeconds = (pid: number | undefined): number => {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) / ticksASecond
}
