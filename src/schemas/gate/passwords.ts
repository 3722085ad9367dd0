/** Equal for passwords that look the same (OpaqueString, RFC 8265): NFC, and every space as U+0020. */
export const opaqueText = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFC')
