import * as z from 'zod/mini'

/** A code of six digits from an authenticator app, or a recovery code; people copy them with spaces and dashes. */
export const codeBody = z.strictObject({
  code: z
    .string('Enter a code')
    .check(z.trim(), z.minLength(6, 'A code has six digits or more'), z.maxLength(64, 'This is no code')),
})
