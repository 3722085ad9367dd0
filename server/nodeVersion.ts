import satisfies from 'semver/functions/satisfies'
import { engines } from '../package.json'

/**
 * Faults by versions of Node. Brotli: the advisories of October 2026; Node 20 and 23 get no fix. This server decodes no
 * Brotli, but other programs on the same Node may.
 */
const faults = [{ versions: '<22.23.4 || >=23.0.0 <24.22.1', fault: 'has a known security flaw in Brotli' }] as const

/** @returns a warning about a version of Node, or undefined. */
export const nodeProblem = (running: string): { isSupported: boolean; words: string } | undefined => {
  if (!satisfies(running, engines.node)) return { isSupported: false, words: `install Node ${engines.node}` }
  const known = faults.filter(({ versions }) => satisfies(running, versions))
  if (known.length === 0) return undefined
  return { isSupported: true, words: `it ${known.map(({ fault }) => fault).join(', ')}: install the newest Node 24` }
}
