import { readFileSync } from 'node:fs'

/** `/proc/PID/stat` counts in these on every Linux that Node runs on. */
const ticksASecond = 100

/** Processor seconds of a process, user and system. Linux only. */
export const processorSeconds = (pid: number | undefined): number => {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) / ticksASecond
}
