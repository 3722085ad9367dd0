import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { QueueRef } from '../../../src/machines/queue/queue'
import type { StoredQueue } from '../../../src/schemas/queue/queue'
import { previewHeadingId } from '../../../src/views/composer/PartNote'
import { useLinksFromOutside, useRepeatByEnter } from '../../../src/views/queue/useLinkField'
import { useReviewKeys } from '../../../src/views/queue/useReviewKeys'
import { viewOf } from '../../machines/queue/queueModels'
import { renderPart } from '../../support/renderPart'
import { last, type Shown, startQueue } from './samples'

const cards = ['one', 'two', 'three']

const ReviewKeys = ({ children }: { children: ReactNode }) => {
  useReviewKeys()
  return children
}

const review = (count: number) => {
  render(
    <ReviewKeys>
      <main>
        <ol>
          {cards.slice(0, count).map((name) => (
            <li key={name}>
              <fieldset aria-label={name} aria-keyshortcuts="E" tabIndex={-1}>
                <button type="button">{`In ${name}`}</button>
              </fieldset>
            </li>
          ))}
        </ol>
        <fieldset aria-label="elsewhere" tabIndex={-1} />
        <textarea aria-label="Text" />
      </main>
    </ReviewKeys>,
  )
  return (focused: string) =>
    [...screen.queryAllByRole('group'), ...screen.queryAllByRole('button'), screen.getByRole('textbox')]
      .find((each) => (each.getAttribute('aria-label') ?? each.textContent) === focused)
      ?.focus()
}
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName

describe('the keys for the replies', () => {
  it.each([
    ['j', '', 'one'],
    ['j', 'one', 'two'],
    ['J', 'In one', 'two'],
    ['j', 'three', 'three'],
    ['k', '', 'one'],
    ['k', 'three', 'two'],
    ['k', 'one', 'one'],
    ['1', 'three', 'one'],
    ['3', '', 'three'],
  ])('%s at "%s" moves to %s, and nothing else handles the key', (key, from, to) => {
    const focus = review(3)
    focus(from)
    const onKey = vi.fn()
    window.addEventListener('keydown', onKey, { once: true })
    expect(fireEvent.keyDown(document.activeElement ?? document.body, { key })).toBe(false)
    expect(focused()).toBe(to)
    expect(onKey.mock.lastCall?.[0].defaultPrevented).toBe(true)
    window.removeEventListener('keydown', onKey)
  })

  it.each([
    ['the place beyond the last one', '4', '', {}],
    ['0', '0', '', {}],
    ['two digits at once', '11', '', {}],
    ['F1', 'F1', '', {}],
    ['another letter', 'l', '', {}],
    ['a key with Ctrl', 'j', '', { ctrlKey: true }],
    ['a key in a text', 'j', 'Text', {}],
  ])('%s moves nowhere', (_what, key, from, modifiers) => {
    const focus = review(3)
    focus(from)
    const before = focused()
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers })
    expect(focused()).toBe(before)
  })

  it.each(['j', 'k', '1'])('%s is left to others if there is no reply', (key) => {
    review(0)
    expect(fireEvent.keyDown(document.body, { key })).toBe(true)
  })

  it('stop working when the composer is gone', () => {
    const remove = vi.spyOn(window, 'removeEventListener')
    const { unmount } = render(<ReviewKeys>{null}</ReviewKeys>)
    unmount()
    expect(remove.mock.calls.filter(([kind]) => kind === 'keydown').map(([, , options]) => options)).toEqual([
      { capture: true },
    ])
    remove.mockRestore()
  })
})

const Fields = ({ queue }: { queue: QueueRef }) => {
  useRepeatByEnter(queue)
  useLinksFromOutside(queue)
  return (
    <>
      <input name="tweet_url" aria-label="Link" />
      <input name="count" aria-label="Count" />
      <h2 id={previewHeadingId} tabIndex={-1}>
        Preview comments
      </h2>
    </>
  )
}
const open = (kept: Partial<StoredQueue>, view: Shown['view'] = viewOf('11', { isReady: true })) => {
  const started = startQueue({ ...kept, view })
  return { ...started, ...renderPart(<Fields queue={started.queue} />) }
}

describe('Enter in the link field', () => {
  const press = (label: string, event: object = {}) =>
    fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter', ...event })

  it('fills in the fields of the last send, and does not reach the field', () => {
    const { said } = open({ last })
    const onKey = vi.fn()
    screen.getByLabelText('Link').addEventListener('keydown', onKey)
    expect(press('Link')).toBe(false)
    expect(said()).toEqual([{ type: 'fields.repeat' }])
    expect(onKey).not.toHaveBeenCalled()
  })

  it.each([
    ['another key', 'Link', { key: 'a' }],
    ['another field', 'Count', {}],
    ['Ctrl', 'Link', { ctrlKey: true }],
    ['Cmd', 'Link', { metaKey: true }],
    ['Alt', 'Link', { altKey: true }],
    ['a key that is held', 'Link', { repeat: true }],
    ['a word that is being composed', 'Link', { isComposing: true }],
  ])('fills in nothing with %s', (_what, label, event) => {
    const { said } = open({ last })
    expect(press(label, event)).toBe(true)
    expect(said()).toEqual([])
  })

  it.each([
    ['the content is not there', { last }, viewOf('11')],
    ['the composer was not seen yet', { last }, null],
    ['nothing was sent before', {}, viewOf('11', { isReady: true })],
  ])('gets the content if %s', (_when, kept, view) => {
    const { said } = open(kept, view)
    expect(press('Link')).toBe(true)
    expect(said()).toEqual([])
  })

  it('is not used after the composer is gone', () => {
    const { said, unmount } = open({ last })
    const field = document.body.appendChild(Object.assign(document.createElement('input'), { name: 'tweet_url' }))
    unmount()
    fireEvent.keyDown(field, { key: 'Enter' })
    field.remove()
    expect(said()).toEqual([])
  })
})

const links = 'https://x.com/ada/status/11\nhttps://x.com/bob/status/12'

/** jsdom has no such event with a clipboard or files. */
const happen = (kind: string, target: Element | Window, more: object) =>
  fireEvent(target, Object.assign(new Event(kind, { bubbles: true, cancelable: true }), more))

describe('text pasted into the link field', () => {
  const paste = (label: string, text: string) =>
    happen('paste', screen.getByLabelText(label), {
      clipboardData: { getData: (kind: string) => (kind === 'text/plain' ? text : '') },
    })

  it('goes to the queue if it contains many links, and the first one is opened', () => {
    const { said } = open({}, viewOf('11', { linked: undefined }))
    screen.getByLabelText('Link').focus()
    expect(paste('Link', links)).toBe(false)
    expect(said()).toEqual([{ type: 'links.add', text: links }, { type: 'queue.next' }])
    expect(document.activeElement).toBe(screen.getByRole('heading'))
  })

  it('waits for its turn if the field has a link', () => {
    const { said } = open({})
    paste('Link', links)
    expect(said()).toEqual([{ type: 'links.add', text: links }])
  })

  it.each([
    ['one link', 'Link', 'https://x.com/ada/status/11'],
    ['many links in another field', 'Count', links],
    ['nothing', 'Link', ''],
  ])('stays in the field if it is %s', (_what, label, text) => {
    const { said } = open({}, viewOf('11', { linked: undefined }))
    screen.getByLabelText(label).focus()
    expect(paste(label, text)).toBe(true)
    expect([said(), document.activeElement]).toEqual([[], screen.getByLabelText(label)])
  })

  it('stays in the field if the browser gives no access to the clipboard', () => {
    const { said } = open({})
    expect(happen('paste', screen.getByLabelText('Link'), {})).toBe(true)
    expect(said()).toEqual([])
  })
})

describe('files dropped on the page', () => {
  const file = new File(['x'], 'links.txt')
  const cover = () => document.body.appendChild(Object.assign(document.createElement('dialog'), { open: true }))

  it('are read by the queue', () => {
    const { said } = open({})
    expect(happen('dragover', window, { dataTransfer: { types: ['Files'] } })).toBe(false)
    expect(happen('drop', window, { dataTransfer: { files: [file] } })).toBe(false)
    expect(said()).toEqual([{ type: 'files.add', files: [{ id: 'file 1', name: 'links.txt' }] }])
  })

  it.each([
    ['dragover', 'a text', { dataTransfer: { types: ['text/plain'] } }],
    ['dragover', 'nothing', {}],
    ['drop', 'a text', { dataTransfer: { files: [] } }],
    ['drop', 'nothing', {}],
  ])('are not searched in a %s of %s', (kind, _what, more) => {
    const { said } = open({})
    expect(happen(kind, window, more)).toBe(true)
    expect(said()).toEqual([])
  })

  it('are left to the browser while a window covers the page', () => {
    const { said } = open({})
    const window_ = cover()
    expect(happen('dragover', window, { dataTransfer: { types: ['Files'] } })).toBe(true)
    expect(happen('drop', window, { dataTransfer: { files: [file] } })).toBe(true)
    window_.remove()
    expect(said()).toEqual([])
  })

  it('are left to the browser after the composer is gone', () => {
    const { said, unmount } = open({})
    unmount()
    expect(happen('dragover', window, { dataTransfer: { types: ['Files'] } })).toBe(true)
    expect(happen('drop', window, { dataTransfer: { files: [file] } })).toBe(true)
    const field = document.body.appendChild(Object.assign(document.createElement('input'), { name: 'tweet_url' }))
    expect(happen('paste', field, { clipboardData: { getData: () => links } })).toBe(true)
    field.remove()
    expect(said()).toEqual([])
  })
})
