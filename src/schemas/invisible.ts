/** Without the characters that nobody sees, as chats and pages put them into a text that they copy (Unicode's default-ignorable ones). */
export const withoutInvisible = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')

/** True of a text with characters of which none shows anything. */
export const isInvisible = (text: string): boolean => /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+$/u.test(text)
