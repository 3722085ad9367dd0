import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { isChord, isTyping, keyOf, useShortcut } from '../../../src/views/shell/palette/shortcut'

const ctrl = { ctrlKey: true }
const meta = { metaKey: true }
const shift = { shiftKey: true }

describe('a chord', () => {
  it.each([
    ['mod', 'k', ctrl, true],
    ['mod', 'k', meta, true],
    ['mod', 'K', ctrl, true],
    ['mod', 'j', ctrl, false],
    ['mod', 'k', {}, false],
    ['mod', 'k', { ...ctrl, ...meta }, false],
    ['mod', 'k', { ...ctrl, ...shift }, false],
    ['mod', 'k', { ...ctrl, altKey: true }, false],
    ['mod', 'k', { ...ctrl, repeat: true }, false],
    ['modShift', 'K', { ...ctrl, ...shift }, true],
    ['modShift', 'K', { ...meta, ...shift }, true],
    ['modShift', 'k', ctrl, false],
    ['modShift', 'K', shift, false],
    ['plain', 'k', {}, true],
    ['plain', 'K', shift, true],
    ['plain', 'k', ctrl, false],
    ['plain', 'k', meta, false],
    ['plain', 'k', { altKey: true }, false],
    ['plain', 'k', { repeat: true }, false],
    ['plain', 'j', {}, false],
  ] as const)('%s with k is %s with %o: %s', (kind, key, modifiers, is) => {
    expect(isChord(new KeyboardEvent('keydown', { key, ...modifiers }), { key: 'k', kind })).toBe(is)
  })

  it.each(['mod', 'plain'] as const)('%s does nothing if the key was handled already', (kind) => {
    const event = new KeyboardEvent('keydown', { key: 'k', cancelable: true, ctrlKey: kind === 'mod' })
    expect(isChord(event, { key: 'k', kind })).toBe(true)
    event.preventDefault()
    expect(isChord(event, { key: 'k', kind })).toBe(false)
  })
})

describe('a key', () => {
  it.each([
    ['Cyrillic', 'о', 'KeyJ', 'j'],
    ['Cyrillic', 'О', 'KeyJ', 'j'],
    ['Greek', 'κ', 'KeyK', 'k'],
    ['Arabic', 'ث', 'KeyE', 'e'],
    ['Arabic', 'لا', 'KeyB', 'b'],
    ['Arabic', 'Unidentified', 'KeyB', 'b'],
    ['Arabic', '', 'KeyB', 'b'],
    ['Arabic', '؟', 'Slash', '?'],
    ['Hebrew', 'נ', 'KeyB', 'b'],
    ['Thai', 'ิ', 'KeyB', 'b'],
    ['Korean', 'ㅏ', 'KeyK', 'k'],
    ['Persian', '۲', 'Digit2', '2'],
    ['Russian', 'э', 'Quote', 'э'],
    ['French', 'a', 'KeyQ', 'a'],
    ['French', 'é', 'Digit2', 'é'],
    ['Dvorak', 'j', 'KeyC', 'j'],
    ['Dvorak', '.', 'KeyE', '.'],
    ['any', 'K', 'KeyK', 'k'],
    ['any', 'Enter', 'Enter', 'enter'],
    ['an automaton’s', 'k', '', 'k'],
  ])('of a %s layout that types %s at %s means %s', (_layout, key, code, means) => {
    expect(keyOf(new KeyboardEvent('keydown', { key, code }))).toBe(means)
  })
})

describe('a text control', () => {
  it.each([
    ['<input>', true],
    ['<textarea></textarea>', true],
    ['<select></select>', true],
    ['<div role="textbox"></div>', true],
    ['<div role="combobox"></div>', true],
    ['<button></button>', false],
    ['<div role="listbox"></div>', false],
  ])('%s is a text control: %s', (html, is) => {
    const root = Object.assign(document.createElement('div'), { innerHTML: html })
    const [element] = root.children
    const inner = element?.appendChild(document.createElement('b'))
    expect([isTyping(element ?? null), isTyping(inner ?? null)]).toEqual([is, is])
  })

  it('is any editable text, and never something that is not an element', () => {
    const editable = Object.assign(document.createElement('p'), { isContentEditable: true })
    expect([isTyping(editable), isTyping(document.createElement('p')), isTyping(window), isTyping(null)]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('a shortcut', () => {
  const Listening = ({ run, isOurs }: { run: () => void; isOurs?: () => boolean }) => {
    useShortcut('k', 'plain', run, isOurs)
    return <input aria-label="Name" />
  }
  /** @returns false if the page handled the key. */
  const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key })

  it("prevents the browser's action for its key, and for no other", () => {
    const run = vi.fn()
    render(<Listening run={run} />)
    expect([press('j'), run.mock.calls.length]).toEqual([true, 0])
    expect([press('k'), run.mock.calls.length]).toEqual([false, 1])
  })

  it('leaves the key to somebody who types', () => {
    const run = vi.fn()
    render(<Listening run={run} />)
    expect([press('k', screen.getByRole('textbox', { name: 'Name' })), run.mock.calls.length]).toEqual([true, 0])
  })

  it('leaves foreign keys to the browser', () => {
    const run = vi.fn()
    render(<Listening run={run} isOurs={() => false} />)
    expect([press('k'), run.mock.calls.length]).toEqual([true, 0])
  })

  it.each([
    ['a modal window', <div key="x" role="dialog" aria-modal="true" />],
    ['an open dialog', <dialog key="x" open />],
  ])('waits while %s covers the page', (_, cover) => {
    const run = vi.fn()
    const view = render(
      <>
        <Listening run={run} />
        {cover}
      </>,
    )
    press('k')
    expect(run).not.toHaveBeenCalled()
    view.rerender(<Listening run={run} />)
    press('k')
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('calls its latest handler, and none after its end', () => {
    const [first, second] = [vi.fn(), vi.fn()]
    const { rerender, unmount } = render(<Listening run={first} />)
    rerender(<Listening run={second} />)
    press('k')
    unmount()
    press('k')
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  })
})
