import * as z from 'zod/mini'
import { account, accountFields } from './accounts'

/** Whatever is left out stays as it is. */
export const accountPatch = z.partial(z.strictObject(accountFields))
export type AccountPatch = z.infer<typeof accountPatch>

const returnedSecret = z.optional(z.nullable(z.string()))

/** One account as read for editing. Our server leaves the credentials out; other providers may return them. */
export const storedAccount = z.object({
  ...account.shape,
  client_id: returnedSecret,
  client_secret: returnedSecret,
  api_key: returnedSecret,
  api_secret: returnedSecret,
  access_token: returnedSecret,
  access_token_secret: returnedSecret,
})
export type StoredAccount = z.infer<typeof storedAccount>
