const key = 'auto-comment-bot.operator'

/** Separates operators of one browser. It stores a digest, never an address. */
export interface OperatorStore {
  /** The digest of the last operator; '' if unknown. */
  current(): string
  remember(email: string): Promise<void>
}

/** `subtle` is undefined outside secure origins; operators are then not separated. */
export const createOperatorStore = (
  storage: Storage,
  subtle: Pick<SubtleCrypto, 'digest'> | undefined,
): OperatorStore => {
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

/** The same text for every spelling of one address. */
export const plainAddress = (email: string): string => email.trim().toLowerCase()

const digestLength = 16

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
