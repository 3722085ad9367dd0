import { z } from 'zod'
import { card, escapeHtml, type PagePost, page, pageHeaders } from './page'
import type { Answer } from './problems'

/** The page posts to itself, and shows its result. */
export const intentHeaders = {
  ...pageHeaders,
  // With no referrer at all a form does not name its origin.
  'referrer-policy': 'same-origin',
  'content-security-policy': pageHeaders['content-security-policy'].replace("form-action 'none'", "form-action 'self'"),
}

/** The query of X's Web Intents page, and the fields of its form. */
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

/** The reason why the form cannot be sent. */
export const faultOf = ({ account, text }: Intent): string | undefined => {
  if (!/^\w{1,20}$/.test(account)) return 'Choose the account to post as.'
  return text.trim() === '' ? 'Write something first.' : undefined
}

/** X's site has shorter messages than its API. */
export const saidOf = ({ body }: Answer): string => {
  const words = z.object({ detail: z.string() }).safeParse(body)
  return words.success ? words.data.detail : 'Something went wrong.'
}

/**
 * The compose page with a reply filled in; the visitor chooses the account.
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
