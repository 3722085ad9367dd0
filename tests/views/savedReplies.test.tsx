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
const plain = { name: 'Thanks', kind: 'opening', text: 'Thank you!' }
const whole = { name: 'Read on', kind: 'reply', text: 'It is all in the pinned post.' }
const save = async (...all: object[]) => {
  for (const each of all) await server.me.call('POST', path, each)
}
const nameField = () => screen.findByLabelText<HTMLInputElement>('Name', { selector: '[data-autofocus]' })
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

const open = async () => {
  const { user } = renderConsole(server, '/admin/ai-character/1')
  const section = within(await screen.findByRole('region', { name: 'Saved replies' }))
  return { user, section }
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

  it('are listed with their kinds, and have buttons of their own', async () => {
    await save(plain, whole)
    const { section } = await open()
    await section.findByRole('button', { name: 'Edit Thanks' })
    const rows = section.getAllByRole('listitem')
    expect(rows.map((row) => [...row.querySelectorAll('p')].map(({ textContent }) => textContent))).toEqual([
      ['ThanksOpening', 'Thank you!'],
      ['Read on', 'It is all in the pinned post.'],
    ])
    const names = section.getAllByRole('button').map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)
    expect(names).toEqual(['Add saved reply', 'Edit Thanks', 'Delete Thanks', 'Edit Read on', 'Delete Read on'])
    section.getByText(
      (_, element) =>
        element?.textContent === 'What you insert while you edit a reply of Mara, at most 100.' &&
        element.tagName === 'P',
    )
  })

  it('are none at first', async () => {
    const { section } = await open()
    await section.findByText('None yet. An opening goes before a reply, a whole reply takes its place.')
    expect(section.queryByRole('list')).toBeNull()
  })

  it('say that they load, and are asked for again where they could not be loaded', async () => {
    await save(whole)
    server.answerNext(`GET ${path}`, { status: 500 })
    const { user, section } = await open()
    await user.click(await section.findByRole('button', { name: 'Try again' }))
    await section.findByRole('button', { name: 'Edit Read on' })
    expect(section.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('are added by a form that begins empty and can be cancelled', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Add saved reply' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add saved reply' }))
    const [name, kind, text] = [
      await nameField(),
      dialog.getByLabelText<HTMLSelectElement>('Kind'),
      dialog.getByLabelText<HTMLTextAreaElement>('Text'),
    ]
    expect([name.value, kind.value, text.value, text.rows, name.autocomplete]).toEqual(['', 'reply', '', 5, 'off'])
    expect([...kind.options].map(({ value, text: words }) => [value, words])).toEqual([
      ['reply', 'Whole reply'],
      ['opening', 'Opening, before the text'],
    ])
    const hints = [name, text].map(
      (field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent,
    )
    expect(hints).toEqual([
      'What you find it by.',
      "{name} becomes the name of the post's author, {handle} the author's @handle. X names the author above every reply by itself: use {handle} where a sentence needs it.",
    ])
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
    expect(text.getAttribute('aria-invalid')).toBe('true')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.bodiesOf(`POST ${path}`)).toEqual([])
  })

  it('stand still while they are stored', async () => {
    await save(whole)
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Edit Read on' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit saved reply' }))
    const name = await nameField()
    expect(name.value).toBe('Read on')
    await user.type(name, '!')
    const storing = server.gate(/saved-replies/)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(storing.waiting()).toBe(1))
    const [cancel, store] = ['Cancel', 'Save'].map((each) =>
      dialog.getByRole<HTMLButtonElement>('button', { name: each }),
    )
    expect([cancel?.disabled, cancel?.ariaBusy, store?.ariaBusy, name.readOnly]).toEqual([true, null, 'true', true])
    storing.open()
    await screen.findByRole('button', { name: 'Edit Read on!' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('are deleted after a question, which can be cancelled, and stand still meanwhile', async () => {
    await save(plain, whole)
    const { user, section } = await open()
    const ask = async (name: string) => {
      await user.click(await section.findByRole('button', { name: `Delete ${name}` }))
      return within(await screen.findByRole('alertdialog'))
    }
    const question = await ask('Read on')
    question.getByText(
      (_, element) =>
        element?.textContent === 'Read on is gone then. Replies that were written with it stay.' &&
        element.tagName !== 'DIV',
    )
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const again = await ask('Read on')
    const deleting = server.gate(/saved-replies\/2$/)
    await user.click(again.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(deleting.waiting()).toBe(1))
    expect(again.getByRole('button', { name: 'Deleting...' }).ariaBusy).toBe('true')
    deleting.open()
    await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1))
    await waitFor(() => expect(document.activeElement).toBe(section.getByRole('button', { name: 'Delete Thanks' })))
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

  it('are found by their words, by name first, and it is said where none are', async () => {
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
    expect([shown(), note()]).toEqual([[], 'Nothing saved holds “pinned nobody”.'])
  })

  it('leave the list by Tab without choosing', async () => {
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

  it('ask nothing where no whole reply is saved', async () => {
    await save(plain)
    const { user } = await openEdit()
    await user.click(await opener())
    await option(/^Thanks/)
    expect(screen.queryByRole('group', { name: 'A whole reply' })).toBeNull()
  })

  it('replace the text unless they are to go in at the cursor', async () => {
    await save(plain, whole)
    const { user } = await openEdit()
    await user.click(await opener())
    await option(/^Read on/)
    const choice = within(screen.getByRole('group', { name: 'A whole reply' }))
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

  it('go in without a question where there is no text', async () => {
    await save(whole)
    const { user } = await openEdit()
    await user.clear(await field())
    expect((await saver()).disabled).toBe(true)
    await user.type(await field(), ' ')
    expect((await saver()).disabled).toBe(true)
    await user.clear(await field())
    await user.click(await opener())
    await option(/^Read on/)
    expect(screen.queryByRole('group', { name: 'A whole reply' })).toBeNull()
    await user.click(await option(/^Read on/))
    expect((await field()).value).toBe(whole.text)
    expect((await saver()).disabled).toBe(false)
  })

  it('say that they load, or that they could not be loaded', async () => {
    const loading = server.gate(/saved-replies$/)
    const { user } = await openEdit()
    await user.click(await opener())
    const panel = document.getElementById((await opener()).getAttribute('aria-controls') ?? '')
    expect([panel?.textContent, panel?.querySelectorAll('button').length]).toEqual(['Loading...', 0])
    await loading.answer({ status: 500 })
    await screen.findByText('Saved replies could not be loaded.')
    expect(panel?.textContent).toBe('Saved replies could not be loaded.Try again')
  })

  it('say that there are none', async () => {
    const { user } = await openEdit()
    await user.click(await opener())
    await screen.findByText(
      "Nothing is saved for this character yet. Save this text, or add some on the character's page.",
    )
    expect(screen.queryByRole('combobox', { name: 'Search saved replies' })).toBeNull()
  })

  it('cannot be put in while the reply is stored', async () => {
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
