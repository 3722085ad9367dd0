import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertText } from '../../../src/views/savedReplies/insertText'

let field: HTMLTextAreaElement
/** jsdom has no such command. */
const execCommand = vi.fn<(command: string, withDialog: boolean, words: string) => boolean>()

beforeEach(() => {
  field = document.body.appendChild(document.createElement('textarea'))
  Object.assign(document, { execCommand })
  execCommand.mockReset().mockReturnValue(false)
})
afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand')
  field.remove()
})

describe('an inserted text', () => {
  it.each([
    ['before what is there, with a blank between them', 'start', 'Hello! Some words', 7],
    ['in place of what is there', 'all', 'Hello!', 6],
    ['at the cursor', 'caret', 'SoHello!words', 8],
  ] as const)('is %s, with the cursor behind it', (_where, at, value, caret) => {
    field.value = 'Some words'
    field.setSelectionRange(2, 5)
    const onInput = vi.fn()
    document.body.addEventListener('input', onInput, { once: true })
    insertText(field, { text: 'Hello!', at })
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual([value, caret, caret])
    expect(document.activeElement).toBe(field)
    expect(onInput).toHaveBeenCalledOnce()
  })

  it('gets no space after it if the field has no other text', () => {
    insertText(field, { text: 'Hello!', at: 'start' })
    expect(field.value).toBe('Hello!')
  })

  it("uses the browser's insert command, so that the browser can undo it", () => {
    execCommand.mockReturnValue(true)
    field.value = 'Some words'
    const onInput = vi.fn()
    field.addEventListener('input', onInput)
    insertText(field, { text: 'Hello!', at: 'start' })
    expect(execCommand.mock.calls).toEqual([['insertText', false, 'Hello! ']])
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['Some words', 0, 0])
    expect(onInput).not.toHaveBeenCalled()
  })
})
