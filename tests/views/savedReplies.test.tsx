import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openHome, preview, replyCard } from '../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../support/deliveringServer'
import { renderConsole, textIn } from '../support/renderConsole'

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada'])
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
  /** jsdom has no such command; undoing what it puts in is proven in a browser. */
  Object.assign(document, { execCommand: () => false })
})
afterEach(async () => {
  Reflect.deleteProperty(document, 'execCommand')
  await server.close()
})

const path = '/ai-roles/1/saved-replies'
const thanks = { name: 'Thanks', kind: 'opening', text: 'Thank you, {handle}!' }
const whole = { name: 'Read on', kind: 'reply', text: 'It is all in the pinned post.' }
const save = async (...all: object[]) => {
  for (const each of all) await server.me.call('POST', path, each)
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply Content' })

const openEdit = async () => {
  const user = await openHome(server)
  await preview(user, 1)
  await user.click(within(await replyCard(1)).getByRole('button', { name: 'Edit' }))
  await waitFor(async () => expect((await field()).readOnly).toBe(false))
  return { user, written: (await field()).value }
}

describe('saved replies on the page of a character', () => {
  it('keep what another tab changed since the dialog was opened, unless it was changed here too', async () => {
    await save(thanks, whole)
    const { user } = renderConsole(server, '/admin/ai-character/1')
    const rename = async (from: string, to: string) => {
      const name = await screen.findByLabelText('Name', { selector: '[data-autofocus]' })
      expect(textIn(name)).toBe(from)
      await user.clear(name)
      await user.paste(to)
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
      await button(`Edit ${to}`)
    }
    await user.click(await button('Edit Read on'))
    await server.me.call('PUT', `${path}/2`, { name: 'Later', kind: 'opening', text: 'See the pinned post.' })
    await rename('Read on', 'Pinned')
    const [, saved] = (await server.me.call('GET', path)).body as object[]
    expect(saved).toEqual({ id: 2, name: 'Pinned', kind: 'opening', text: 'See the pinned post.' })
    await user.click(await button('Edit Thanks'))
    await server.me.call('DELETE', `${path}/1`)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText('Saved reply was not found')).not.toEqual([])
  })

  it('are added, changed and deleted, and the focus goes on to the next one', async () => {
    await save(thanks, whole)
    const { user } = renderConsole(server, '/admin/ai-character/1')
    await user.click(await button('Add saved reply'))
    await user.type(await screen.findByLabelText('Name', { selector: '[data-autofocus]' }), 'Soon')
    await user.click(screen.getByLabelText('Text'))
    await user.paste('We look into it, {Name}.')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/^{Name} is no placeholder: write {name} or {handle}/)).toBeDefined()
    await user.clear(screen.getByLabelText('Text'))
    await user.paste('We look into it, {name}.')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
    await button('Edit Soon')
    await user.click(await button('Edit Read on'))
    await user.selectOptions(await screen.findByLabelText('Kind'), 'Opening, before the text')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getAllByText('Opening')).toHaveLength(2))
    await user.click(await button('Delete Thanks'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Read on' })))
    expect((await server.me.call('GET', path)).body).toEqual([
      { id: 2, ...whole, kind: 'opening' },
      { id: 3, name: 'Soon', kind: 'reply', text: 'We look into it, {name}.' },
    ])
  })

  it('keep what was typed when the dialog is left by Escape, and forget it by Cancel', async () => {
    const { user } = renderConsole(server, '/admin/ai-character/1')
    const name = () => screen.findByLabelText<HTMLInputElement>('Name', { selector: '[data-autofocus]' })
    await user.click(await button('Add saved reply'))
    await user.type(await name(), 'Half a na')
    await user.keyboard('{Escape}')
    await user.click(await button('Add saved reply'))
    await waitFor(async () => expect((await name()).value).toBe('Half a na'))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    await user.click(await button('Add saved reply'))
    expect((await name()).value).toBe('')
  })

  it('are not shown where the server knows no such call', async () => {
    server.answerNext('GET /ai-roles/1/saved-replies', { status: 404 })
    renderConsole(server, '/admin/ai-character/1')
    await screen.findByRole('button', { name: 'Update' })
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Saved replies' })).toBeNull())
  })
})

describe('saved replies in the edit dialog', () => {
  it('go before the text, in its place, or to the cursor, and are found by a part of what they say', async () => {
    await save(thanks, whole)
    const { user, written } = await openEdit()
    await user.click(await button('Insert saved reply'))
    await user.type(await screen.findByRole('combobox', { name: 'Search saved replies' }), 'thank')
    expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1)
    await user.keyboard('{Enter}')
    expect([(await field()).value, document.activeElement]).toEqual([`Thank you, @maker! ${written}`, await field()])
    await user.click(await button('Insert saved reply'))
    await user.click(await screen.findByRole('option', { name: /^Read on/ }))
    expect((await field()).value).toBe(whole.text)
    await user.click(await button('Insert saved reply'))
    await user.click(await screen.findByRole('radio', { name: 'goes in at the cursor' }))
    ;(await field()).setSelectionRange(5, 5)
    await user.click(await screen.findByRole('option', { name: /^Read on/ }))
    expect((await field()).value).toBe(`It is${whole.text}${whole.text.slice(5)}`)
  })

  it('insert nothing where the post does not tell its author, and say so', async () => {
    await save({ ...thanks, text: 'Thank you, {name}!' })
    server.answerNext('POST /twitter/tweet/content', {
      status: 200,
      body: { tweet_id: '1790000000000000001', author_username: 'ada' },
    })
    await server.me.call('POST', '/twitter/tweet/content', {
      tweet_url: 'https://x.com/ada/status/1790000000000000001',
    })
    const { user, written } = await openEdit()
    await user.click(await button('Insert saved reply'))
    await user.click(await screen.findByRole('option', { name: /^Thanks/ }))
    expect((await screen.findByText(/needs the author's name/)).textContent).toBe(
      "“Thanks” needs the author's name, which this post does not tell. Nothing was inserted.",
    )
    expect((await field()).value).toBe(written)
  })

  it('say when there are none, and take the text that stands in the field', async () => {
    const { user, written } = await openEdit()
    await user.click(await button('Insert saved reply'))
    expect(await screen.findByText(/^Nothing is saved for this character yet/)).toBeDefined()
    await user.keyboard('{Escape}')
    expect(await field()).toBeDefined()
    await user.click(await button('Save this text as a saved reply'))
    await user.type(await screen.findByLabelText('Name', { selector: '[data-autofocus]' }), 'As written{Enter}')
    await waitFor(async () =>
      expect((await server.me.call('GET', path)).body).toEqual([
        { id: 1, name: 'As written', kind: 'reply', text: written },
      ]),
    )
  })

  it('offer to try again where they could not be loaded', async () => {
    await save(whole)
    server.answerNext('GET /ai-roles/1/saved-replies', { status: 500 })
    const { user } = await openEdit()
    await user.click(await button('Insert saved reply'))
    expect(await screen.findByText('Saved replies could not be loaded.')).toBeDefined()
    await user.click(await button('Try again'))
    await screen.findByRole('option', { name: /^Read on/ })
  })
})
