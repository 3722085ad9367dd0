const key = 'auto-comment-bot.operator'

/** Tells operators of one browser apart, so that nobody meets another's draft. It keeps no address, only a digest. */
export interface OperatorStore {
  /** The digest of whoever signed in last; '' where it is not known. */
  current(): string
  remember(email: string): Promise<void>
}

/** `subtle` is undefined where the page is not served from a secure origin; then nobody is told apart. */
export const createOperatorStore = (
  storage: Storage,
  subtle: Pick<SubtleCrypto, 'digest'> | undefined,
): OperatorStore => {
  /** Where the browser keeps nothing for the page. */
  let held: string | undefined
  return {
    current: () => held ?? storage.getItem(key) ?? '',
    remember: async (email) => {
      const digest = await subtle?.digest('SHA-256', new TextEncoder().encode(plainAddress(email)))
      held = undefined
      storage.removeItem(key)
      if (!digest) return
      const operator = hex(digest).slice(0, digestLength)
      try {
        storage.setItem(key, operator)
      } catch {
        held = operator
      }
    },
  }
}

/** The same for everything that one operator may type for it. */
export const plainAddress = (email: string): string => email.trim().toLowerCase()

const digestLength = 16

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
