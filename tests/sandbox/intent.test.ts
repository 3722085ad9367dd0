import { describe, expect, test } from 'vitest'
import type { XStandIn } from '../../sandbox/x/standIn'
import { call, standIn } from './standIn'

const target = '1790000000000000000'

const submit = (x: XStandIn, form: Record<string, string>, origin: string | undefined = x.baseUrl) =>
  fetch(`${x.baseUrl}/intent/tweet`, {
    method: 'POST',
    redirect: 'manual',
    headers: origin === undefined ? {} : { origin },
    body: new URLSearchParams(form),
  })

describe('the page for posting manually', () => {
  test('shows the post, the reply and the accounts that called, and runs no script of theirs', async () => {
    const x = await standIn()
    await call(x, 'GET', '/2/users/me')
    const text = 'Two lines & a <b>tag</b>\n"quoted"'
    const response = await fetch(`${x.baseUrl}/intent/tweet?in_reply_to=${target}&text=${encodeURIComponent(text)}`)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(html).toContain('Two lines &#38; a &#60;b&#62;tag&#60;/b&#62;\n&#34;quoted&#34;</textarea>')
    expect(html).toContain('value="@brewlab_ama"')
    expect(html).toContain(`name="in_reply_to" value="${target}"`)
    expect(html).not.toMatch(/<script|style=|<style|onerror/)
  })

  test("posts as the chosen account, whatever the API's rule", async () => {
    const x = await standIn({ replyRule: 'summoned' })
    const posted = await submit(x, { account: ' @Crema_Notes', text: 'First line\r\nsecond', in_reply_to: target })
    const [stored] = x.posts()
    expect([posted.status, posted.headers.get('location')]).toEqual([303, `/crema_notes/status/${stored?.id}`])
    expect(stored).toMatchObject({ account: 'crema_notes', text: 'First line\nsecond', in_reply_to: target })
  })

  test('explains errors, keeps the typed text, and posts nothing', async () => {
    const x = await standIn({ gone: ['77'] })
    await submit(x, { account: 'crema_notes', text: 'Once' })
    const wrong: Record<string, string>[] = [
      { account: '', text: 'Kept words' },
      { account: 'not a name!', text: 'Kept words' },
      { account: 'crema_notes', text: '  ' },
      { account: 'crema_notes', text: 'Kept '.repeat(60) },
      { account: 'crema_notes', text: 'Kept words', in_reply_to: '77' },
      { account: 'crema_notes', text: 'Once' },
    ]
    for (const form of wrong) {
      const response = await submit(x, form)
      const html = await response.text()
      expect(response.status).toBe(422)
      expect(html).toContain('role="alert"')
      expect(html).toContain(`\n${form.text}</textarea>`)
    }
    expect(x.posts()).toHaveLength(1)
  })

  test.each(['http://elsewhere.example', 'null'])('accepts no form from another site: %s', async (origin) => {
    const x = await standIn()
    expect((await submit(x, { account: 'crema_notes', text: 'Forged' }, origin)).status).toBe(403)
    expect(x.posts()).toEqual([])
  })
})
