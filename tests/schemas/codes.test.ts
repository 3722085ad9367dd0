import { expect, it } from 'vitest'
import { codeBody } from '../../src/schemas/security/codes'

const told = (code: unknown) => codeBody.safeParse({ code }).error?.issues.map(({ message }) => message)

it('loses the spaces around and inside it', () => {
  expect(codeBody.parse({ code: ' 123 456\n' })).toEqual({ code: '123456' })
})

it.each([
  [undefined, 'Enter a code'],
  ['  12345  ', 'A code has at least six digits'],
  ['1'.repeat(65), 'This is not a valid code'],
])('is not %j', (code, message) => {
  expect(told(code)).toEqual([message])
})
