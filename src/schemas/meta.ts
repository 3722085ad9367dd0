import * as z from 'zod/mini'
import { webAddress } from './webAddress'

/** What the console needs to know of the server it talks to. Other providers have no such call: then the defaults hold. */
export const meta = z.object({
  /** True where X and the model provider are the local stand-ins. */
  sandbox: z.boolean(),
  sign_up_open: z.boolean(),
  /** Where a post can be read: `${x_post_base_url}/{username}/status/{id}`. */
  x_post_base_url: z.string().check(z.refine((text) => webAddress(text) !== undefined, 'must be a web address')),
})
export type Meta = z.infer<typeof meta>

export const defaultMeta: Meta = { sandbox: false, sign_up_open: true, x_post_base_url: 'https://x.com' }
