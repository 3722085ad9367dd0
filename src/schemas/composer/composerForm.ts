import * as z from 'zod/mini'
import type { Account } from '../accounts/accounts'
import { mayPost } from '../accounts/activity'
import { type RecordId, recordId } from '../base'
import { linkText } from '../gate/links'
import * as words from './composer.words'
import type { ComposerForm, SendMode } from './draft'
import { parsePostLink } from './postLink'
import { maxReplies, replyBody } from './replies'

/** Only the link, because the server decides which links it reads. */
export const linkForm = z.object({
  tweet_url: z.string().check(z.overwrite(linkText), z.minLength(1, { error: words.linkRequired, abort: true })),
})

/** `site`: where posts can be read in the sandbox. Its links count as links to X. */
export const postedForm = (site: string) =>
  z.object({
    tweet_url: z.pipe(
      z.transform((link: string) => link.trim().replace(`${site.replace(/\/$/, '')}/`, 'https://x.com/')),
      linkForm.shape.tweet_url.check(z.refine((link) => parsePostLink(link) !== undefined, words.linkInvalid)),
    ),
  })

/** A number is at least 1; any other text is a provider's own id. */
const chosenId = (message: string) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.refine((text) => text !== '' && recordId(text) !== 0, message),
    ),
    z.transform(recordId),
  )

const numberOf = z.pipe(
  z.string(),
  z.transform((text) => (text.trim() === '' ? 0 : Number(text))),
)
const atLeastOne = (message: string, whole = message) =>
  z.pipe(
    numberOf,
    z.number(message).check(z.refine(Number.isInteger, { error: whole, abort: true }), z.minimum(1, message)),
  )

const link = linkForm.shape.tweet_url
const roleId = chosenId(words.roleRequired)
const groupName = z.string().check(z.trim(), z.minLength(1, words.groupRequired))
const accountId = chosenId(words.agentRequired)

export interface ComposerValues {
  tweet_url: string
  role_id: RecordId
  count: number
}

export const mostReplies = (accounts: number | undefined): number => Math.min(accounts ?? maxReplies, maxReplies)

/** The limit of the count, its hint, and the button that fills in every usable account of the group. */
export const countOffer = (
  accounts: Account[],
): { most: number; hint: string; fill?: { count: number; label: string } } => {
  const size = accounts.length
  const most = mostReplies(size || undefined)
  const usable = accounts.filter(mayPost).length
  const hint = size === 0 ? words.countUpToGroup : size > most ? words.countUpToSend(most) : words.countUpTo(size)
  if (usable <= 1) return { most, hint }
  const fill =
    usable > most
      ? { count: most, label: words.mostAccounts(most) }
      : { count: usable, label: words.allAccounts(usable) }
  return { most, hint, fill }
}

/** `accounts`: how many accounts the group has, undefined if that is not known. */
export const batchForm = (accounts: number | undefined) => {
  const most = mostReplies(accounts)
  const fields = z.object({
    tweet_url: link,
    role_id: roleId,
    group_name: groupName,
    count: atLeastOne(words.countMinimum, words.countWhole).check(z.maximum(most, words.countMaximum(most))),
    account_id: z.string(),
  })
  return z.pipe(
    fields,
    z.transform(({ tweet_url, role_id, count }): ComposerValues => ({ tweet_url, role_id, count })),
  )
}

export const soloForm = z.pipe(
  z.object({
    tweet_url: link,
    role_id: roleId,
    group_name: z.string(),
    count: z.string(),
    account_id: accountId,
  }),
  z.transform(({ tweet_url, role_id }): ComposerValues => ({ tweet_url, role_id, count: 1 })),
)

export const targetOf = (
  mode: SendMode,
  { group_name, account_id }: Pick<ComposerForm, 'group_name' | 'account_id'>,
): { group_name: string } | { twitter_account_id: RecordId } | undefined => {
  if (mode === 'batch') return z.safeParse(groupName, group_name).success ? { group_name } : undefined
  const account = z.safeParse(accountId, account_id)
  return account.success ? { twitter_account_id: account.data } : undefined
}

export const contentForm = replyBody
export type ContentForm = z.infer<typeof contentForm>
