export interface PagePost {
  id: string
  text: string
  username: string
  name: string
  /** ISO 8601. */
  createdAt: string
}

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

export const postPage = (post: PagePost, parent: PagePost | undefined, replies: readonly PagePost[]): string =>
  page(
    `${post.name} on the sandbox`,
    `${parent === undefined ? '' : card(parent, 'parent')}${card(post, 'subject')}
<h2>${replies.length === 0 ? 'No replies yet' : replies.length === 1 ? '1 reply' : `${replies.length} replies`}</h2>
${replies.map((reply) => card(reply, 'reply')).join('\n')}`,
  )

export const missingPage = (): string =>
  page(
    'Not in the sandbox',
    '<article class="post"><p class="text">There is no such post in the sandbox.</p></article>',
  )

export const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/__sandbox.css">
</head>
<body>
<p class="banner"><strong>Sandbox.</strong> This is a stand-in on your own machine, not X. Nothing here was published.</p>
<main>
${content}
</main>
</body>
</html>
`

export const card = (post: PagePost, kind: 'parent' | 'subject' | 'reply') => `<article class="post ${kind}">
<header><span class="avatar" aria-hidden="true">${escapeHtml([...post.name][0] ?? '?')}</span>
<span><b>${escapeHtml(post.name)}</b><br><span class="quiet">@${escapeHtml(post.username)}</span></span></header>
<p class="text" dir="auto">${escapeHtml(post.text)}</p>
<a class="quiet" href="/${encodeURIComponent(post.username)}/status/${encodeURIComponent(post.id)}"><time datetime="${escapeHtml(post.createdAt)}">${escapeHtml(readableTime(post.createdAt))}</time></a>
</article>`

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const readableTime = (iso: string) =>
  `${new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`

export const styleSheet = `
:root { color-scheme: light dark; --ground: #f6f4ef; --card: #fff; --ink: #1d1b18; --quiet: #6a655c; --line: #e3ded4; --mark: #b4380f; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #161513; --card: #201e1b; --ink: #f2eee6; --quiet: #a8a196; --line: #36322c; --mark: #ff9a6e; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif; }
.banner { margin: 0; padding: .75rem 1rem; text-align: center; border-bottom: 1px solid var(--line); color: var(--quiet); }
.banner strong { color: var(--mark); }
main { max-width: 38rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
.post { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.25rem; margin: 0 0 .75rem; }
.subject .text { font-size: 1.375rem; line-height: 1.4; }
.parent { opacity: .85; }
.reply { margin-left: 1.5rem; }
header { display: flex; gap: .75rem; align-items: center; line-height: 1.25; }
.avatar { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: 50%; background: var(--mark); color: var(--card); font-weight: 700; }
.text { margin: .75rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: .875rem; }
h2 { font-size: .875rem; color: var(--quiet); margin: 1.5rem 0 .75rem; }
a { color: inherit; }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 1rem; color: var(--ink); }
select, button { font: inherit; padding: .5rem 1rem; border-radius: .75rem; border: 1px solid var(--line); background: var(--ground); color: var(--ink); max-width: 100%; min-height: 2.75rem; }
select { width: 100%; }
.buttons { display: flex; gap: .75rem; flex-wrap: wrap; }
button[value=authorize] { background: var(--mark); color: var(--card); border-color: var(--mark); font-weight: 700; }
.compose label { display: block; margin: 0 0 1rem; font-size: .875rem; color: var(--quiet); }
.compose input, .compose textarea { display: block; width: 100%; margin-top: .25rem; padding: .625rem .75rem; border: 1px solid var(--quiet); border-radius: .625rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 inherit; font-family: inherit; }
.compose button { min-height: 2.75rem; padding: 0 1.5rem; border: 0; border-radius: 999px; background: var(--mark); color: var(--card); font: 700 1rem/1 inherit; font-family: inherit; cursor: pointer; }
.fault { margin: 0 0 1rem; color: var(--mark); font-weight: 600; }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
`
