import { sandboxAccounts } from '../accounts-data'
import { escapeHtml, page, pageHeaders } from './page'

const offered = 12

/**
 * The form is sent back here, and X's answer leads the browser to the callback, which Chromium counts as its target.
 */
export const consentHeaders = (redirectUri: string): Record<string, string> => ({
  ...pageHeaders,
  'content-security-policy': pageHeaders['content-security-policy'].replace(
    "form-action 'none'",
    `form-action 'self' ${new URL(redirectUri).origin}`,
  ),
})

export const consentPage = (query: URLSearchParams): string => {
  const scopes = (query.get('scope') ?? '').split(' ')
  const usernames = sandboxAccounts(offered).map(({ username }) => username)
  return page(
    'Connect an account in the sandbox',
    `<form class="post" method="post" action="/i/oauth2/authorize">
${[...query].map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`).join('\n')}
<h1>Auto Comment Bot wants to access an account</h1>
<p><label for="username">Account</label><br>
<select id="username" name="username">${usernames.map((each) => `<option>${escapeHtml(each)}</option>`).join('')}</select></p>
<p>It asks for:</p>
<ul>${scopes.map((scope) => `<li>${escapeHtml(scope)}: ${escapeHtml(meanings[scope] ?? 'not known to the sandbox')}</li>`).join('')}</ul>
${
  scopes.includes('tweet.write')
    ? '<p><label><input type="checkbox" name="trusted" required> Sensitive permissions requested. I trust this app</label></p>'
    : ''
}
<p class="buttons"><button name="decision" value="authorize">Authorize app</button>
<button name="decision" value="cancel" formnovalidate>Cancel</button></p>
</form>`,
  )
}

export const refusedConsentPage = (reason: string): string =>
  page(
    'Something went wrong',
    `<article class="post"><h1>Something went wrong</h1><p class="text">You weren’t able to give access to the app. ${escapeHtml(reason)}</p></article>`,
  )

const meanings: Record<string, string> = {
  'tweet.read': 'see posts',
  'tweet.write': 'post and reply for you',
  'users.read': 'see profiles',
  'offline.access': 'stay connected until you end it',
}
