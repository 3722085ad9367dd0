import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { fromPromise } from 'xstate'
import { editReplyMachine } from '../../../src/machines/composer/editReply'
import * as words from '../../../src/schemas/composer/composer.words'
import type { Draft } from '../../../src/schemas/composer/draft'
import type { Reply } from '../../../src/schemas/composer/replies'
import EditReplyDialog from '../../../src/views/composer/EditReplyDialog'
import { SideProvider } from '../../../src/views/shell/sideColumn'
import { composerWith, draftReply } from '../../support/composerAlone'
import { renderPart } from '../../support/renderPart'

const stored = async () => ({ reply_id: 'r1', content: 'Stored words' })
const never = () => new Promise<Reply>(() => undefined)

/** A panel of this width, with a column beside the dialog's place. */
const Panel = ({ width, children }: { width: number; children: ReactNode }) => {
  const [side, setSide] = useState<HTMLElement | null>(null)
  const setWidth = (panel: HTMLElement | null) => {
    if (panel) Object.defineProperty(panel, 'clientWidth', { configurable: true, value: width })
  }
  return (
    <div ref={setWidth}>
      <SideProvider value={side}>{children}</SideProvider>
      <div ref={setSide} data-testid="side" />
    </div>
  )
}

const open = async (draft: Partial<Draft> = {}, load: () => Promise<Reply> = stored, width = 0) => {
  const save = vi.fn((_reply: Reply) => never())
  const flow = composerWith(
    { replies: [draftReply(1, 'Seen words', { generated: 'Its own' })], ...draft },
    {
      editReply: editReplyMachine.provide({
        actors: { loadReply: fromPromise(load), saveReply: fromPromise(({ input }) => save(input)) },
      }),
    },
  )
  flow.send({ type: 'reply.edit', reply_id: 'r1' })
  const edit = flow.edit('r1')
  if (!edit) throw new Error('nothing is edited')
  const view = renderPart(
    <Panel width={width}>
      <EditReplyDialog card={flow.card('r1')} edit={edit} author={{ name: 'The Maker', handle: 'maker' }} number={1} />
    </Panel>,
  )
  await screen.findByRole('dialog', { name: 'Reply Content' })
  const isEdited = () => flow.card('r1').getSnapshot().matches({ text: 'editing' })
  return { ...view, flow, save, isEdited, typed: () => flow.context().unsaved?.content }
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply Content' })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const ready = () => waitFor(() => expect([field().readOnly, field().value]).toEqual([false, 'Stored words']))
const back = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Restore the generated text' })
const isLoading = () => field().closest('form')?.getAttribute('aria-busy')

describe('the dialog of a reply', () => {
  it('can only be closed while the stored text is loading', async () => {
    const { user, isEdited } = await open({}, never)
    expect([field().readOnly, isLoading(), field().value, field().dir]).toEqual([true, 'true', 'Seen words', 'auto'])
    expect([button('Save').disabled, button('Cancel').disabled, back()?.disabled]).toEqual([true, false, true])
    expect([
      button('Save').type,
      button('Save').getAttribute('form'),
      field().form?.id,
      field().form?.noValidate,
    ]).toEqual(['submit', 'reply-content', 'reply-content', true])
    await user.click(button('Cancel'))
    expect(isEdited()).toBe(false)
  })

  it('shows the loaded text with its length', async () => {
    await open()
    await ready()
    expect([isLoading(), button('Save').disabled, back()?.disabled]).toEqual([null, false, false])
    const dialog = screen.getByRole('dialog')
    within(dialog).getByText('12 of 280')
    expect(dialog.querySelector('kbd')?.textContent).toBe('Ctrl ↵')
    expect(screen.queryByRole('group', { name: 'Saved replies' })).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('keeps typed text, instead of the stored text', async () => {
    const { user, typed } = await open()
    await ready()
    await user.type(field(), '!')
    expect(typed()).toBe('Stored words!')
    screen.getByText('13 of 280')
  })

  it('starts with previously typed text', async () => {
    await open({ unsaved: { reply_id: 'r1', content: 'Typed before' } })
    await waitFor(() => expect(field().readOnly).toBe(false))
    expect(field().value).toBe('Typed before')
  })

  it('returns to the generated text, which is kept too', async () => {
    const { user, typed } = await open()
    await ready()
    expect(back()?.type).toBe('button')
    await user.click(button('Restore the generated text'))
    expect([field().value, typed(), back()]).toEqual(['Its own', 'Its own', null])
  })

  it('can save its text for the character that wrote the reply, if known', async () => {
    await open({ replies: [draftReply(1, 'Seen words', { role_id: 5 })] })
    await screen.findByRole('group', { name: 'Saved replies' })
  })

  it('saves its own text, which nothing can change in the meantime', async () => {
    const { user, save } = await open()
    await ready()
    await user.type(field(), '!')
    await user.click(button('Save'))
    await waitFor(() => expect(save.mock.calls).toEqual([[{ reply_id: 'r1', content: 'Stored words!' }]]))
    expect([button('Save').getAttribute('aria-busy'), button('Cancel').disabled]).toEqual(['true', true])
    expect([field().readOnly, back()?.disabled]).toEqual([true, true])
  })

  it('closes after saving, with the stored text', async () => {
    const { user, save, flow, isEdited } = await open()
    save.mockImplementation(async (reply) => reply)
    await ready()
    await user.click(button('Save'))
    await waitFor(() => expect(isEdited()).toBe(false))
    expect(flow.context().replies.map(({ content }) => content)).toEqual(['Stored words'])
  })

  it('requires text, and saves nothing without', async () => {
    const { user, save } = await open()
    await ready()
    await user.clear(field())
    await user.click(button('Save'))
    await screen.findByText(words.contentRequired)
    expect([save.mock.calls, field().getAttribute('aria-invalid')]).toEqual([[], 'true'])
  })

  it.each([
    ['Ctrl+Enter', { key: 'Enter', ctrlKey: true }, true],
    ['Cmd+Enter', { key: 'Enter', metaKey: true }, true],
    ['both with Enter', { key: 'Enter', ctrlKey: true, metaKey: true }, false],
    ['Enter', { key: 'Enter' }, false],
    ['Ctrl+S', { key: 's', ctrlKey: true }, false],
    ['the Enter that ends a word', { key: 'Enter', ctrlKey: true, isComposing: true }, false],
  ])('is saved by %s (%j): %s', async (_name, keys, isSaved) => {
    const { save } = await open()
    await ready()
    expect(fireEvent.keyDown(field(), keys)).toBe(!isSaved)
    await act(async () => undefined)
    await waitFor(() => expect(save).toHaveBeenCalledTimes(isSaved ? 1 : 0))
  })

  it('closes without a confirmation if nothing was changed', async () => {
    const { user, isEdited } = await open()
    await ready()
    await user.keyboard('{Escape}')
    expect(isEdited()).toBe(false)
  })

  it.each([
    ['Discard', false],
    ['Cancel', true],
  ])('asks before changes are lost: %s', async (answer, stays) => {
    const { user, isEdited } = await open()
    await ready()
    await user.type(field(), '!')
    await user.keyboard('{Escape}')
    const question = within(await screen.findByRole('alertdialog', { name: 'Close without saving?' }))
    question.getByText('Your changes to this reply will be lost.')
    expect(isEdited()).toBe(true)
    await user.click(question.getByRole('button', { name: answer }))
    expect(isEdited()).toBe(stays)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    if (stays) expect(field().value).toBe('Stored words!')
  })
})

describe('in a panel', () => {
  it.each([
    [879, true],
    [880, false],
  ])('of %i pixels, the dialog is a modal sheet: %s', async (width, isSheet) => {
    await open({}, stored, width)
    const dialog = screen.getByRole('dialog')
    expect([dialog.getAttribute('aria-modal'), screen.getByTestId('side').contains(dialog)]).toEqual([
      isSheet ? 'true' : null,
      !isSheet,
    ])
  })

  it('with room has the focus in the text, saves with Ctrl+Enter and asks before Escape loses changes', async () => {
    const { user, save, isEdited } = await open({}, stored, 1040)
    await ready()
    expect(document.activeElement).toBe(field())
    await user.type(field(), '!')
    await user.keyboard('{Escape}')
    await screen.findByRole('alertdialog', { name: 'Close without saving?' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(isEdited()).toBe(true)
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(save.mock.calls).toEqual([[{ reply_id: 'r1', content: 'Stored words!' }]]))
  })
})
