import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openHome, preview, replyCard } from '../../support/composer'
import { type DeliveringServer, startDeliveringServer } from '../../support/deliveringServer'
import { renderConsole } from '../../support/renderConsole'

let server: DeliveringServer
beforeEach(async () => {
  server = await startDeliveringServer()
  await server.furnish(['ada'])
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
  /** jsdom has no such command. */
  Object.assign(document, { execCommand: () => false })
})
afterEach(async () => {
  Reflect.deleteProperty(document, 'execCommand')
  await server.close()
})

const path = '/ai-roles/1/saved-replies'
const thanks = { name: 'Thanks', kind: 'opening', text: 'Thank you!' }
const whole = { name: 'Read on', kind: 'reply', text: 'It is all in the pinned post.' }
const save = async (...all: object[]) => {
  for (const each of all) await server.me.call('POST', path, each)
}
const nameField = () => screen.findByLabelText<HTMLInputElement>('Name', { selector: '[data-autofocus]' })

describe('saved replies on the page of a character', () => {
  const open = async () => {
    const { user } = renderConsole(server, '/admin/ai-character/1')
    const section = within(await screen.findByRole('region', { name: 'Saved replies' }))
    return { user, section }
  }

  it('are listed with their kinds, and have buttons of their own', async () => {
    await save(thanks, whole)
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
    await save(thanks, whole)
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
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply Content' })
  const opener = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Insert saved reply' })
  const saver = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save this text as a saved reply' })
  const openEdit = async () => {
    const user = await openHome(server)
    await preview(user, 1)
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Edit' }))
    await waitFor(async () => expect((await field()).readOnly).toBe(false))
    await opener()
    return user
  }
  const option = (name: RegExp) => screen.findByRole('option', { name })

  it('are shown and hidden by their button and by Escape, which gives it the focus and keeps the dialog', async () => {
    await save(thanks, whole)
    const user = await openEdit()
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
    await save(thanks, whole)
    const user = await openEdit()
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
    const user = await openEdit()
    const before = (await field()).value
    await user.click(await opener())
    await option(/^Read on/)
    await user.keyboard('{ArrowDown}')
    await user.tab()
    expect((await field()).value).toBe(before)
    expect((await opener()).getAttribute('aria-expanded')).toBe('true')
  })

  it('ask nothing where no whole reply is saved', async () => {
    await save(thanks)
    const user = await openEdit()
    await user.click(await opener())
    await option(/^Thanks/)
    expect(screen.queryByRole('group', { name: 'A whole reply' })).toBeNull()
  })

  it('replace the text unless they are to go in at the cursor', async () => {
    await save(thanks, whole)
    const user = await openEdit()
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
    const user = await openEdit()
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
    const user = await openEdit()
    await user.click(await opener())
    const panel = document.getElementById((await opener()).getAttribute('aria-controls') ?? '')
    expect([panel?.textContent, panel?.querySelectorAll('button').length]).toEqual(['Loading...', 0])
    await loading.answer({ status: 500 })
    await screen.findByText('Saved replies could not be loaded.')
    expect(panel?.textContent).toBe('Saved replies could not be loaded.Try again')
  })

  it('say that there are none', async () => {
    const user = await openEdit()
    await user.click(await opener())
    await screen.findByText(
      "Nothing is saved for this character yet. Save this text, or add some on the character's page.",
    )
    expect(screen.queryByRole('combobox', { name: 'Search saved replies' })).toBeNull()
  })

  it('cannot be put in while the reply is stored', async () => {
    await save(whole)
    const user = await openEdit()
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
