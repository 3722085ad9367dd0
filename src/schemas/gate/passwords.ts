/** A password in the one form of all that look the same (OpaqueString, RFC 8265): NFC, every space as U+0020. */
export const opaqueText = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFC')
