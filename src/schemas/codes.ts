import * as z from 'zod/mini'
import { codeText } from './gate/codes'

const notACode = 'This is no code'

/** A code of six digits from an authenticator app, or a recovery code; people copy them with spaces and dashes. */
export const codeBody = z.strictObject({
  code: z
    .string('Enter a code')
    .check(
      z.maxLength(128, { error: notACode, abort: true }),
      z.overwrite(codeText),
      z.minLength(6, 'A code has six digits or more'),
      z.maxLength(64, notACode),
    ),
})
