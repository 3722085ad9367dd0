import * as z from 'zod/mini'
import { codeText } from '../gate/codes'
import * as words from '../session/session.words'

const notACode = words.invalidCode

/** A six-digit code of an authenticator app or a recovery code. People copy both with spaces and dashes. */
export const codeBody = z.strictObject({
  code: z
    .string(words.codeRequired)
    .check(
      z.maxLength(128, { error: notACode, abort: true }),
      z.overwrite(codeText),
      z.minLength(6, words.codeTooShort),
      z.maxLength(64, notACode),
    ),
})
