import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openHome, preview, replyCard } from '../../support/composer'
import type { DeliveringServer } from '../../support/deliveringServer'
import { endSavedReplies, path, plain, saveReplies, startSavedReplies, thanks, whole } from '../../support/savedReplies'

let server: DeliveringServer
beforeEach(async () => {
  server = await startSavedReplies()
})
afterEach(() => endSavedReplies(server))

const save = (...all: object[]) => saveReplies(server, ...all)
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply Content' })

const openEdit = async () => {
  const user = await openHome(server)
  await preview(user, 1)
  await user.click(within(await replyCard(1)).getByRole('button', { name: 'Edit' }))
  await waitFor(async () => expect((await field()).readOnly).toBe(false))
  return { user, written: (await field()).value }
}

const opener = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Insert saved reply' })
const saver = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save this text as a saved reply' })
const option = (name: RegExp) => screen.findByRole('option', { name })

describe('saved replies in the edit dialog', () => {
  it('go before the text, in its place, or to the cursor, and are found by a part of their words', async () => {
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

  it('insert nothing if the post does not name its author, with a message', async () => {
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
    expect((await screen.findByText(/needs {name}/)).textContent).toBe(
      '“Thanks” needs {name}, and this post has none. Nothing was inserted.',
    )
    expect((await field()).value).toBe(written)
  })

  it('show that there are none, and accept the text of the field', async () => {
    const { user, written } = await openEdit()
    await user.click(await button('Insert saved reply'))
    expect(await screen.findByText(/^This character has no saved replies yet\./)).toBeDefined()
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

  it('offer to try again if they could not be loaded', async () => {
    await save(whole)
    server.answerNext('GET /ai-roles/1/saved-replies', { status: 500 })
    const { user } = await openEdit()
    await user.click(await button('Insert saved reply'))
    expect(await screen.findByText('Saved replies could not be loaded.')).toBeDefined()
    await user.click(await button('Try again'))
    await screen.findByRole('option', { name: /^Read on/ })
  })

  it('are shown and hidden by their button and by Escape, which gives it the focus and keeps the dialog', async () => {
    await save(plain, whole)
    const { user } = await openEdit()
    const button = await opener()
    const state = () => [button.getAttribute('aria-expanded'), button.getAttribute('aria-controls') !== null]
    expect(state()).toEqual(['false', false])
    await user.click(button)
    const search = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search saved replies' })
    expect(state()).toEqual(['true', true])
    expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.contains(search)).toBe(true)
    expect([search.placeholder, search.autocomplete, document.activeElement]).toEqual([
      'Search saved replies',
      'off',
      search,
    ])
    await user.keyboard('{Escape}')
    expect([...state(), document.activeElement]).toEqual(['false', false, button])
    await user.click(button)
    await user.click(button)
    expect(state()).toEqual(['false', false])
    expect(screen.getByRole('group', { name: 'Saved replies' })).toBeDefined()
  })

  it('are found by their words, by name first, with a message if there are none', async () => {
    await save(plain, whole)
    const { user } = await openEdit()
    await user.click(await opener())
    await option(/^Thanks/)
    const list = screen.getByRole('listbox', { name: 'Saved replies' })
    const search = screen.getByRole('combobox', { name: 'Search saved replies' })
    const shown = () =>
      within(list)
        .queryAllByRole('option')
        .map(({ textContent }) => textContent)
    const note = () => list.nextElementSibling?.textContent
    expect([shown(), note()]).toEqual([['ThanksOpeningThank you!', 'Read onIt is all in the pinned post.'], ''])
    await user.type(search, ' pinned')
    expect(shown()).toEqual(['Read onIt is all in the pinned post.'])
    await user.type(search, ' nobody ')
    expect([shown(), note()]).toEqual([[], 'No saved reply contains “pinned nobody”.'])
  })

  it('close on Tab without choosing', async () => {
    await save(whole)
    const { user } = await openEdit()
    const before = (await field()).value
    await user.click(await opener())
    await option(/^Read on/)
    await user.keyboard('{ArrowDown}')
    await user.tab()
    expect((await field()).value).toBe(before)
    expect((await opener()).getAttribute('aria-expanded')).toBe('true')
  })

  it('cause no confirmation if no full reply is saved', async () => {
    await save(plain)
    const { user } = await openEdit()
    await user.click(await opener())
    await option(/^Thanks/)
    expect(screen.queryByRole('group', { name: 'A full reply' })).toBeNull()
  })

  it('replace the text unless they are inserted at the cursor', async () => {
    await save(plain, whole)
    const { user } = await openEdit()
    await user.click(await opener())
    await option(/^Read on/)
    const choice = within(screen.getByRole('group', { name: 'A full reply' }))
    const radios = () =>
      choice.getAllByRole<HTMLInputElement>('radio').map(({ labels, checked }) => [labels?.[0]?.textContent, checked])
    expect(radios()).toEqual([
      ['replaces the text', true],
      ['goes in at the cursor', false],
    ])
    await user.click(choice.getByRole('radio', { name: 'goes in at the cursor' }))
    expect(radios().map(([, isChosen]) => isChosen)).toEqual([false, true])
    await user.click(choice.getByRole('radio', { name: 'replaces the text' }))
    await user.click(await option(/^Read on/))
    expect((await field()).value).toBe(whole.text)
    expect((await opener()).getAttribute('aria-expanded')).toBe('false')
  })

  it('are inserted without a confirmation if there is no text', async () => {
    await save(whole)
    const { user } = await openEdit()
    await user.clear(await field())
    expect((await saver()).disabled).toBe(true)
    await user.type(await field(), ' ')
    expect((await saver()).disabled).toBe(true)
    await user.clear(await field())
    await user.click(await opener())
    await option(/^Read on/)
    expect(screen.queryByRole('group', { name: 'A full reply' })).toBeNull()
    await user.click(await option(/^Read on/))
    expect((await field()).value).toBe(whole.text)
    expect((await saver()).disabled).toBe(false)
  })

  it('show that they are loading, or that they could not be loaded', async () => {
    const loading = server.gate(/saved-replies$/)
    const { user } = await openEdit()
    await user.click(await opener())
    const panel = document.getElementById((await opener()).getAttribute('aria-controls') ?? '')
    expect([panel?.textContent, panel?.querySelectorAll('button').length]).toEqual(['Loading...', 0])
    await loading.answer({ status: 500 })
    await screen.findByText('Saved replies could not be loaded.')
    expect(panel?.textContent).toBe('Saved replies could not be loaded.Try again')
  })

  it('show that there are none', async () => {
    const { user } = await openEdit()
    await user.click(await opener())
    await screen.findByText(
      'This character has no saved replies yet. Save this text, or add some on the character’s page.',
    )
    expect(screen.queryByRole('combobox', { name: 'Search saved replies' })).toBeNull()
  })

  it('cannot be inserted while the reply is stored', async () => {
    await save(whole)
    const { user } = await openEdit()
    await user.click(await opener())
    await option(/^Read on/)
    await user.type(await field(), '!')
    const storing = server.gate(/^PUT \/twitter\/replies/)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(storing.waiting()).toBe(1))
    expect([(await opener()).disabled, (await saver()).disabled, screen.queryByRole('listbox')]).toEqual([
      true,
      true,
      null,
    ])
    storing.open()
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Reply Content' })).toBeNull())
  })
})
