import { z } from 'zod'
import { card, escapeHtml, type PagePost, page, pageHeaders } from './page'
import type { Answer } from './problems'

/** The page posts to itself, and shows what it made. */
export const intentHeaders = {
  ...pageHeaders,
  // With none at all a form says nothing of where it comes from.
  'referrer-policy': 'same-origin',
  'content-security-policy': pageHeaders['content-security-policy'].replace("form-action 'none'", "form-action 'self'"),
}

/** What the page of X's Web Intents is asked for, and what its form sends. */
export const intent = z.object({
  account: z
    .string()
    .trim()
    .transform((name) => name.replace(/^@/, '').toLowerCase())
    .default(''),
  text: z.string().default(''),
  in_reply_to: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional()
    .catch(undefined),
})
export type Intent = z.infer<typeof intent>

/** Why the form cannot be sent as it is. */
export const faultOf = ({ account, text }: Intent): string | undefined => {
  if (!/^\w{1,20}$/.test(account)) return 'Choose the account to post as.'
  return text.trim() === '' ? 'Write something first.' : undefined
}

/** X's site says less than its API. */
export const saidOf = ({ body }: Answer): string => {
  const words = z.object({ detail: z.string() }).safeParse(body)
  return words.success ? words.data.detail : 'Something went wrong.'
}

/**
 * The compose page with a reply filled in: whoever visits it posts as the account that he chooses.
 *
 * @param accounts usernames to choose from; any other may be typed.
 */
export const intentPage = (
  { account, text, in_reply_to }: Intent,
  parent: PagePost | undefined,
  accounts: readonly string[],
  fault?: string,
): string =>
  page(
    in_reply_to === undefined ? 'Post on the sandbox' : 'Reply on the sandbox',
    `${parent === undefined ? '' : card(parent, 'parent')}
<form method="post" action="/intent/tweet" class="post compose">
${fault === undefined ? '' : `<p class="fault" role="alert">${escapeHtml(fault)}</p>`}
${in_reply_to === undefined ? '' : `<input type="hidden" name="in_reply_to" value="${escapeHtml(in_reply_to)}">`}
<label>Post as<input name="account" list="accounts" value="${escapeHtml(account)}" autocomplete="off" autocapitalize="none" spellcheck="false" required></label>
<datalist id="accounts">${accounts.map((each) => `<option value="@${escapeHtml(each)}"></option>`).join('')}</datalist>
<label>${in_reply_to === undefined ? 'Post' : 'Your reply'}<textarea name="text" rows="5" dir="auto" required>
${escapeHtml(text)}</textarea></label>
<button>${in_reply_to === undefined ? 'Post' : 'Reply'}</button>
</form>`,
  )
