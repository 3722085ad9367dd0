import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Draft, DraftStep } from '../../../src/schemas/composer/draft'
import { ClearButton, DraftNote } from '../../../src/views/composer/DraftNote'
import { Locked } from '../../../src/views/composer/Locked'
import { PartNote, previewHeadingId } from '../../../src/views/composer/PartNote'
import UndoButtons from '../../../src/views/composer/UndoButtons'
import { cutShort, draftReplies, emptyDraft, fetched, link, reviewed } from '../../machines/samples'
import { composerWith, draftReply } from '../../support/composerAlone'
import { closingIsQuestioned } from '../../support/renderConsole'

describe('texts about the progress of a Preview', () => {
  const draw = (draft: Partial<Draft>) => {
    const flow = composerWith(draft)
    const view = render(
      <>
        <h2 id={previewHeadingId} tabIndex={-1}>
          Preview comments
        </h2>
        <PartNote flow={flow.actor} />
      </>,
    )
    return { flow, said: () => view.container.textContent?.replace('Preview comments', '') }
  }

  it.each<[string, Partial<Draft>]>([
    ['nothing was asked for', {}],
    ['all that was asked for is there', { asked: { role_id: 5, count: 2 } }],
  ])('are empty if %s', (_when, draft) => {
    expect(draw(draft).said()).toBe('')
  })

  it.each([
    ['The model provider broke off', { role_id: 5, count: 45, incomplete: 'The model provider broke off' }],
    ['You cancelled the rest.', { role_id: 5, count: 45 }],
  ])('show the number of replies, and that %s', (why, asked) => {
    expect(draw({ asked }).said()).toBe(`2 of 45 written. ${why}Write the missing 43`)
    screen.getByRole('img', { name: '2 of 45 written' })
    expect(screen.getByRole('status').textContent).toBe(`2 of 45 written. ${why}`)
    expect(screen.getByRole('img').firstElementChild?.className).toContain('bg-success')
  })

  it('continues from its button, which passes the focus to its replacement, and finally to the heading', async () => {
    const { flow, said } = draw({ asked: { role_id: 5, count: 4, incomplete: 'It broke off' } })
    const button = screen.getByRole('button', { name: 'Write the missing 2' })
    button.focus()
    fireEvent.click(button)
    expect(said()).toBe('2 of 4 written, writing 2 more')
    expect(screen.getByRole('img').firstElementChild?.className).toContain('bg-primary')
    const note = screen.getByRole('status').parentElement?.parentElement
    expect([document.activeElement, note?.tabIndex]).toEqual([note, -1])
    const written = ['Three', 'Four'].map((content, index) => ({ reply_id: `w${index}`, content }))
    await act(() => flow.last('generateReplies').answer({ replies: written }))
    expect(said()).toBe('')
    expect(document.activeElement).toBe(screen.getByRole('heading'))
  })

  it('is empty while everything is written again', () => {
    const { flow, said } = draw(cutShort)
    act(() => flow.send({ type: 'preview.request', role_id: 5, count: 3 }))
    expect(said()).toBe('')
  })
})

describe('texts about the draft', () => {
  const draw = (draft: Partial<Draft>) => {
    const flow = composerWith(draft)
    const onClear = vi.fn()
    const props = { flow: flow.actor, mode: draft.mode ?? 'batch', onClear }
    const { container } = render(<DraftNote {...props} />)
    return { flow, onClear, said: () => container.textContent, container, props }
  }
  const kept = 'Draft saved on this device'

  it.each<[string, Partial<Draft>]>([
    ['a link', { ...emptyDraft, form: { ...emptyDraft.form, tweet_url: link } }],
    ['another count', { ...emptyDraft, form: { ...emptyDraft.form, count: '2' } }],
    ['a character', { ...emptyDraft, form: { ...emptyDraft.form, role_id: '5' } }],
    ['a post', { ...emptyDraft, post: fetched }],
    ['replies', { ...emptyDraft, replies: draftReplies }],
  ])('show that the draft is saved, and Clear before there are replies, if there is %s', (_what, draft) => {
    const { said, container } = draw(draft)
    expect(said()).toBe(draft.replies?.length ? kept : `${kept}Clear`)
    expect(container.querySelector('svg')?.getAttribute('class')).toContain('lucide-check')
  })

  it('are empty while there is nothing to store', () => {
    expect(draw(emptyDraft).said()).toBe('')
  })

  it.each([
    ['draft.displaced', 'Draft not saved: another tab saved its own'],
    ['draft.refused', 'Draft not saved: the browser’s storage is full'],
  ] as const)('is why it is not kept after %s, and the tab does not close without a question', (type, words) => {
    const { flow, said, container } = draw({})
    expect(closingIsQuestioned()).toBe(false)
    act(() => flow.send({ type }))
    expect(said()).toBe(words)
    expect(container.querySelector('svg')?.getAttribute('class')).toContain('lucide-triangle-alert')
    expect(closingIsQuestioned()).toBe(true)
    act(() => flow.send({ type: 'draft.stored' }))
    expect([said(), closingIsQuestioned()]).toEqual([kept, false])
  })

  it('cause no confirmation before closing a tab that loses no reply', () => {
    const { flow, said } = draw({ ...emptyDraft, post: fetched })
    act(() => flow.send({ type: 'draft.refused' }))
    expect([said(), closingIsQuestioned()]).toEqual(['Draft not saved: the browser’s storage is fullClear', false])
  })

  it.each(['batch', 'solo'] as const)('is gone with the draft once this is cleared, in %s', (mode) => {
    const { flow, said, onClear, props } = draw({ mode })
    render(<ClearButton {...props} />)
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect([said(), flow.context().replies, flow.context().mode]).toEqual(['', [], mode])
    expect(flow.context().earlier?.map(({ step }) => step)).toEqual(['clear'])
    expect(onClear).toHaveBeenCalledTimes(1)
  })

  it('are not cleared during a noticeable send, unlike during a fetch', async () => {
    const clear = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Clear' }).disabled
    const { flow, props } = draw({})
    render(<ClearButton {...props} />)
    const felt = render(<Locked flow={flow.actor}>x</Locked>)
    const isFelt = () => waitFor(() => expect(felt.getByRole('presentation')).toHaveProperty('disabled', true))
    act(() => flow.send({ type: 'content.fetch', tweet_url: link }))
    await isFelt()
    expect(clear()).toBe(false)
    await act(() => flow.last('fetchContent').fail({ status: 404 }))
    act(() => flow.send({ type: 'replies.send', target: { group_name: 'Launch' } }))
    expect(clear()).toBe(false)
    await isFelt()
    expect(clear()).toBe(true)
  })
})

describe('the buttons Undo and Redo', () => {
  const { mode, form, post, replies } = reviewed
  const stateOf = (step: DraftStep, count = 1) => ({ mode, form, post, replies: replies.slice(0, count), step })
  const draw = (draft: Partial<Draft>) => {
    const flow = composerWith(draft)
    render(
      <>
        <UndoButtons flow={flow.actor} />
        <input aria-label="Elsewhere" />
      </>,
    )
    const names = () => screen.queryAllByRole('button').map(({ ariaLabel }) => ariaLabel)
    const count = () => flow.context().replies.length
    return { flow, names, count, field: screen.getByLabelText('Elsewhere') }
  }

  it.each<[DraftStep, string]>([
    ['preview', 'Preview'],
    ['rewrite', 'Rewrite'],
    ['drop', 'Drop'],
    ['clear', 'Clear'],
    ['mode', 'the change of mode'],
    ['post', 'the change of post'],
    ['answer', 'opening the mention'],
  ])('name %s', (step, name) => {
    const { names } = draw({ earlier: [stateOf('drop'), stateOf(step)], later: [stateOf('drop'), stateOf(step)] })
    expect(names()).toEqual([`Undo ${name}`, `Redo ${name}`])
  })

  it('work on a click, one step after another', () => {
    const { names, count } = draw({ earlier: [stateOf('drop'), stateOf('rewrite')] })
    expect([names(), count()]).toEqual([['Undo Rewrite'], 2])
    fireEvent.click(screen.getByRole('button', { name: 'Undo Rewrite' }))
    expect([names(), count()]).toEqual([['Undo Drop', 'Redo Rewrite'], 1])
    fireEvent.click(screen.getByRole('button', { name: 'Redo Rewrite' }))
    expect([names(), count()]).toEqual([['Undo Rewrite'], 2])
  })

  it.each([
    ['Ctrl+Z', { key: 'z', ctrlKey: true }, 1],
    ['Cmd+Z', { key: 'z', metaKey: true }, 1],
    ['Z alone', { key: 'z' }, 2],
    ['Ctrl+Shift+Z', { key: 'Z', ctrlKey: true, shiftKey: true }, 3],
    ['Ctrl+Y', { key: 'y', ctrlKey: true }, 3],
    ['Ctrl+Shift+Y', { key: 'Y', ctrlKey: true, shiftKey: true }, 2],
  ])('work by %s', (_keys, keys, left) => {
    const third = { ...stateOf('drop', 2), replies: [...replies, draftReply(3, 'Three')] }
    const { count } = draw({ earlier: [stateOf('drop')], later: [third] })
    fireEvent.keyDown(document.body, keys)
    expect(count()).toBe(left)
  })

  it('leave the keys to a field with new text, and to a window', () => {
    const { count, field } = draw({ earlier: [stateOf('drop'), stateOf('drop')], later: [stateOf('drop')] })
    const press = (target: Element) => ['z', 'y'].map((key) => fireEvent.keyDown(target, { key, ctrlKey: true }))
    fireEvent.input(field)
    expect([press(field), count()]).toEqual([[true, true], 2])
    const window = render(<div role="dialog" aria-modal="true" />)
    expect([press(document.body), count()]).toEqual([[true, true], 2])
    window.unmount()
    expect(fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })).toBe(false)
    expect(count()).toBe(1)
    expect(fireEvent.keyDown(field, { key: 'z', ctrlKey: true })).toBe(false)
  })

  it('handle the keys in a field without new text', () => {
    const { count, field } = draw({ earlier: [stateOf('drop')] })
    expect(fireEvent.keyDown(field, { key: 'z', ctrlKey: true })).toBe(false)
    expect(count()).toBe(1)
  })

  it('listen to typing only while they are visible', () => {
    const left = vi.spyOn(window, 'removeEventListener')
    const flow = composerWith({ earlier: [stateOf('drop')] })
    render(<UndoButtons flow={flow.actor} />).unmount()
    expect(left.mock.calls.map(([type]) => type)).toContain('input')
    left.mockRestore()
  })

  it('wait for the current work', () => {
    const { flow } = draw({ earlier: [stateOf('drop')], later: [stateOf('rewrite')] })
    const areDisabled = () => screen.getAllByRole<HTMLButtonElement>('button').map(({ disabled }) => disabled)
    expect(areDisabled()).toEqual([false, false])
    act(() => flow.send({ type: 'content.fetch', tweet_url: link }))
    expect(areDisabled()).toEqual([true, true])
  })
})

it('a waiting control is disabled after a noticeable delay, and gets the focus back', async () => {
  const flow = composerWith()
  render(
    <Locked flow={flow.actor}>
      <button type="button">Edit</button>
    </Locked>,
  )
  const button = screen.getByRole('button')
  const around = button.closest('fieldset')
  expect([around?.getAttribute('role'), around?.disabled]).toEqual(['presentation', false])
  act(() => flow.send({ type: 'content.fetch', tweet_url: link }))
  expect(around?.disabled).toBe(false)
  await waitFor(() => expect(around?.disabled).toBe(true))
  await act(() => flow.last('fetchContent').fail({ status: 404 }))
  expect(around?.disabled).toBe(false)
})
