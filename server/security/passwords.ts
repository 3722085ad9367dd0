import { hash, verify } from '@node-rs/argon2'
import { HttpProblem } from '../problems'
import { createLimiter } from './limiter'

/**
 * Argon2id as OWASP recommends it (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane. The hash describes itself,
 * so that these numbers can grow: older hashes are renewed at the next sign-in.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** Keeps a flood of sign-ins from other addresses small in memory, and the wait of everybody else within seconds. */
const limit = createLimiter(2, {
  most: 200,
  refusal: () =>
    new HttpProblem(503, 'Too many people are signing in at once. Try again in a few seconds', { 'retry-after': '5' }),
})

/** Passwords of 6 and more characters that open every list of leaked ones (SecLists, 10k-most-common). */
const common = new Set(
  `123456 1234567 12345678 123456789 1234567890 123123 123321 111111 000000 112233 121212 123qwe 1q2w3e 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx 222222 555555 654321 666666 696969 777777 888888 987654321 aaaaaa abc123 abcdef access admin123
  adobe123 amanda andrew asdfgh asdfghjkl ashley azerty bailey baseball batman buster charlie cheese computer dragon
  football freedom george ginger hannah harley hockey hunter iloveyou jennifer jessica jordan joshua killer letmein
  liverpool login123 maggie master matrix matthew merlin michael michelle monkey mustang nicole orange pass123 passw0rd
  password password! password1 password12 password123 pepper princess qazwsx qwe123 qweasd qwerty qwerty1 qwerty12
  qwerty123 qwertyuiop robert secret shadow soccer starwars summer sunshine superman taylor test123 thomas thunder
  tigger trustno1 welcome welcome1 whatever yankees zaq12wsx zxcvbn zxcvbnm`.split(/\s+/),
)

export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())

/** At most two are hashed at once: twenty sign-ins together stay within 40 MiB. */
export const hashPassword = (password: string): Promise<string> => limit(() => hash(password, cost))

export interface Verdict {
  matches: boolean
  /** A hash with today's cost, where it matched one with another. */
  renewed?: string
}

let decoy: Promise<string> | undefined

/**
 * @param stored undefined for an unknown operator: it costs the same work, and never matches.
 * @param goesFirst for a caller who is known to this operator's account: a flood of others does not hold it up.
 */
export const verifyPassword = async (
  stored: string | undefined,
  password: string,
  goesFirst = false,
): Promise<Verdict> => {
  decoy ??= hash('nobody has this password', cost)
  const against = stored ?? (await decoy)
  const matches = (await limit(() => verify(against, password), goesFirst)) && stored !== undefined
  return matches && !against.startsWith(current) ? { matches, renewed: await hashPassword(password) } : { matches }
}
