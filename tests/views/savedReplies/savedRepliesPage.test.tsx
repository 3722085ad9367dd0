import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeliveringServer } from '../../support/deliveringServer'
import { closingIsQuestioned, renderConsole, textIn } from '../../support/renderConsole'
import { endSavedReplies, path, plain, saveReplies, startSavedReplies, thanks, whole } from '../../support/savedReplies'

let server: DeliveringServer
beforeEach(async () => {
  server = await startSavedReplies()
})
afterEach(() => endSavedReplies(server))

const save = (...all: object[]) => saveReplies(server, ...all)
const nameField = () => screen.findByLabelText<HTMLInputElement>('Name', { selector: '[data-autofocus]' })
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const open = async () => {
  const { user } = renderConsole(server, '/admin/ai-character/1')
  const section = within(await screen.findByRole('region', { name: 'Saved replies' }))
  return { user, section }
}

describe('saved replies on the page of a character', () => {
  it("keep another tab's changes since the dialog was opened, unless the same field was changed here", async () => {
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

  it('cause a confirmation before the tab closes, while one is half typed, until it is discarded', async () => {
    const { user } = renderConsole(server, '/admin/ai-character/1')
    await user.click(await button('Add saved reply'))
    const name = await screen.findByLabelText('Name', { selector: '[data-autofocus]' })
    expect(closingIsQuestioned()).toBe(false)
    await user.type(name, 'Soon')
    expect(closingIsQuestioned()).toBe(true)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(closingIsQuestioned()).toBe(false))
  })

  it('are added, changed and deleted, and the focus moves to the next one', async () => {
    await save(thanks, whole)
    const { user } = renderConsole(server, '/admin/ai-character/1')
    await user.click(await button('Add saved reply'))
    await user.type(await screen.findByLabelText('Name', { selector: '[data-autofocus]' }), 'Soon')
    await user.click(screen.getByLabelText('Text'))
    await user.paste('We look into it, {Name}.')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/^{Name} is not a placeholder. Write {name} or {handle}/)).toBeDefined()
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

  it('keep typed text when the dialog is left by Escape, and discard it on Cancel', async () => {
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

  it('are not shown if the server does not offer the call', async () => {
    server.answerNext('GET /ai-roles/1/saved-replies', { status: 404 })
    renderConsole(server, '/admin/ai-character/1')
    await screen.findByRole('button', { name: 'Update' })
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Saved replies' })).toBeNull())
  })

  it('are listed with their kinds, and have their own buttons', async () => {
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
        element?.textContent === 'Texts to insert while you edit a reply of Mara, at most 100.' &&
        element.tagName === 'P',
    )
  })

  it('are none at first', async () => {
    const { section } = await open()
    await section.findByText('No saved replies. Openings go before the text; full replies replace it.')
    expect(section.queryByRole('list')).toBeNull()
  })

  it('show that they are loading, and can be requested again if they could not be loaded', async () => {
    await save(whole)
    server.answerNext(`GET ${path}`, { status: 500 })
    const { user, section } = await open()
    await user.click(await section.findByRole('button', { name: 'Try again' }))
    await section.findByRole('button', { name: 'Edit Read on' })
    expect(section.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('are added by a form that starts empty and can be cancelled', async () => {
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
      ['reply', 'Full reply'],
      ['opening', 'Opening, before the text'],
    ])
    const hints = [name, text].map(
      (field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent,
    )
    expect(hints).toEqual([
      'You find it by this name.',
      '{name} becomes the name of the post’s author, {handle} the author’s @handle. X shows the author above every reply, so use {handle} only if a sentence needs it.',
    ])
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
    expect(text.getAttribute('aria-invalid')).toBe('true')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.bodiesOf(`POST ${path}`)).toEqual([])
  })

  it('cannot change while they are stored', async () => {
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

  it('are deleted after a confirmation, which can be cancelled, and cannot change in the meantime', async () => {
    await save(plain, whole)
    const { user, section } = await open()
    const ask = async (name: string) => {
      await user.click(await section.findByRole('button', { name: `Delete ${name}` }))
      return within(await screen.findByRole('alertdialog'))
    }
    const question = await ask('Read on')
    question.getByText(
      (_, element) =>
        element?.textContent === 'Read on will be deleted. Replies that were written with it stay.' &&
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
