import * as z from 'zod/mini'
import { parsePostLink } from './postLink'
import { maxReplies } from './replies'
import { replyMessages } from './replyMessages'

/** The link alone, as Get Content asks for it. */
export const linkForm = z.object({
  tweet_url: z.string().check(
    z.trim(),
    z.minLength(1, { error: replyMessages.linkRequired, abort: true }),
    z.refine((link) => parsePostLink(link) !== undefined, replyMessages.linkInvalid),
  ),
})

const numberOf = z.pipe(
  z.string(),
  z.transform((text) => (text.trim() === '' ? 0 : Number(text))),
)
const atLeastOne = (message: string) => z.pipe(numberOf, z.int(message).check(z.minimum(1, message)))

const link = linkForm.shape.tweet_url
const roleId = atLeastOne(replyMessages.roleRequired)

/** A validated composer: what a preview is made from, and where its replies go. */
export interface ComposerValues {
  tweet_url: string
  role_id: number
  count: number
  target: { group_name: string } | { twitter_account_id: number }
}

/** `accounts`: how many the chosen group has, undefined while that is not known. */
export const batchForm = (accounts: number | undefined) => {
  const most = Math.min(accounts ?? maxReplies, maxReplies)
  const fields = z.object({
    tweet_url: link,
    role_id: roleId,
    group_name: z.string().check(z.trim(), z.minLength(1, replyMessages.groupRequired)),
    count: atLeastOne(replyMessages.countMinimum).check(z.maximum(most, replyMessages.countMaximum(most))),
    account_id: z.string(),
  })
  return z.pipe(
    fields,
    z.transform(
      ({ tweet_url, role_id, count, group_name }): ComposerValues => ({
        tweet_url,
        role_id,
        count,
        target: { group_name },
      }),
    ),
  )
}

/** Always asks for one reply. */
export const soloForm = z.pipe(
  z.object({
    tweet_url: link,
    role_id: roleId,
    group_name: z.string(),
    count: z.string(),
    account_id: atLeastOne(replyMessages.agentRequired),
  }),
  z.transform(
    ({ tweet_url, role_id, account_id }): ComposerValues => ({
      tweet_url,
      role_id,
      count: 1,
      target: { twitter_account_id: account_id },
    }),
  ),
)

/** The text of one reply under edit. */
export const contentForm = z.object({
  content: z.string().check(
    z.refine((content) => content.trim() !== '', replyMessages.contentRequired),
    z.maxLength(10_000, 'At most 10000 characters'),
  ),
})
export type ContentForm = z.infer<typeof contentForm>
