import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as words from '../../../src/schemas/composer/composer.words'
import { fetched, link, reviewed } from '../../machines/samples'
import { spendingWith } from '../../support/composerAlone'
import { show } from './fields'

describe('the link', () => {
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'X post link' })
  const get = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Get Content' })
  const note = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent

  it('is typed into a field for addresses, and kept', async () => {
    const { user, kept } = show()
    expect([field().inputMode, field().autocomplete, field().getAttribute('spellcheck'), field().placeholder]).toEqual([
      'url',
      'off',
      'false',
      'https://x.com/name/status/123',
    ])
    await user.click(field())
    await user.paste(link)
    expect(kept()).toEqual([{ tweet_url: link }])
  })

  it('is loaded by its button, which is busy until the content arrives', async () => {
    const { user, flow } = show({ form: { tweet_url: link } })
    await user.click(get())
    expect(flow.inputs('fetchContent')).toEqual([{ tweet_url: link }])
    expect([get().disabled, get().getAttribute('aria-busy')]).toEqual([true, 'true'])
    await act(() => flow.last('fetchContent').answer(fetched))
    expect([get().disabled, get().hasAttribute('aria-busy'), note()]).toEqual([false, false, words.fetched])
    const live = document.getElementById(field().getAttribute('aria-describedby') ?? '')?.closest('[aria-live]')
    expect([live?.getAttribute('aria-live'), field().hasAttribute('aria-invalid')]).toEqual(['polite', false])
  })

  it('cannot be loaded again during another noticeable wait', async () => {
    const { flow } = show({ draft: reviewed, form: { role_id: '5' } })
    act(() => flow.send({ type: 'reply.add', role_id: 5 }))
    expect(get().disabled).toBe(false)
    await waitFor(() => expect(get().disabled).toBe(true))
    expect(get().hasAttribute('aria-busy')).toBe(false)
  })

  it('causes no request during other work', async () => {
    const { flow, user } = show({ draft: reviewed, form: { tweet_url: '' } })
    act(() => flow.send({ type: 'reply.add', role_id: 5 }))
    await user.click(get())
    expect(screen.queryByText(words.linkRequired)).toBeNull()
  })

  it.each([
    ['Enter', { key: 'Enter' }, 1],
    ['another key', { key: 'a' }, 0],
    ['Ctrl+Enter', { key: 'Enter', ctrlKey: true }, 0],
    ['Cmd+Enter', { key: 'Enter', metaKey: true }, 0],
    ['the Enter that ends a word', { key: 'Enter', isComposing: true }, 0],
  ])('is loaded by %s or not', async (_key, keys, times) => {
    const { flow } = show({ form: { tweet_url: link } })
    expect(fireEvent.keyDown(field(), keys)).toBe(times === 0)
    await act(async () => undefined)
    await waitFor(() => expect(flow.inputs('fetchContent')).toHaveLength(times))
  })

  it('has a price when it is typed, until its post was loaded', async () => {
    const { flow, container } = show({ api: { getSpending: async () => spendingWith(5_000, 10_000) } })
    const isPriced = () => container.textContent?.includes('Loading a post costs about $0.015')
    const type = (tweet_url: string) => act(() => flow.send({ type: 'draft.change', form: { tweet_url } }))
    expect(isPriced()).toBe(false)
    type(link)
    await waitFor(() => expect(isPriced()).toBe(true))
    type(' ')
    expect(isPriced()).toBe(false)
    type(link)
    await waitFor(() => expect(isPriced()).toBe(true))
    act(() => flow.send({ type: 'content.fetch', tweet_url: link }))
    await act(() => flow.last('fetchContent').answer(fetched))
    expect(isPriced()).toBe(false)
  })

  it('is loaded without the text around it, and refused in the words of the specification with the reason below', async () => {
    const { flow, user } = show({ form: { tweet_url: `look at ${link} please` } })
    await user.click(get())
    expect(flow.inputs('fetchContent')).toEqual([{ tweet_url: link }])
    await act(() => flow.last('fetchContent').answer(fetched))
    await user.clear(field())
    await user.type(field(), 'https://example.org/7')
    await user.click(get())
    expect(flow.inputs('fetchContent').at(-1)).toEqual({ tweet_url: 'https://example.org/7' })
    const detail = `tweet_url: ${words.linkInvalid}`
    await act(() => flow.last('fetchContent').fail({ status: 422, detail }))
    expect([note(), field().getAttribute('aria-invalid')]).toEqual([words.fetchFailed, 'true'])
    screen.getByText(words.linkInvalid)
  })

  it.each([
    [409, 'Connect an account first'],
    [404, 'X has no such post'],
    [503, 'X is away'],
  ])('shows after %i why loading failed, and the next step', async (status, detail) => {
    const { flow, user } = show({ form: { tweet_url: link } })
    await user.click(get())
    await act(() => flow.last('fetchContent').fail({ status, detail }))
    expect([note(), field().getAttribute('aria-invalid')]).toEqual([words.fetchFailed, 'true'])
    const around = within(screen.getByText(detail).parentElement ?? document.body)
    if (status === 409) {
      expect(around.getByRole('link', { name: 'Add Media Agent' }).getAttribute('href')).toBe('/admin/media-agent')
      expect(around.queryByRole('button')).toBeNull()
    } else if (status === 404) {
      await user.click(around.getByRole('button', { name: 'Change the link' }))
      expect(document.activeElement).toBe(field())
      expect([field().selectionStart, field().selectionEnd]).toEqual([0, link.length])
    } else {
      await user.click(around.getByRole('button', { name: 'Try again' }))
      expect(flow.inputs('fetchContent')).toHaveLength(2)
    }
  })

  it('shows its error instead of the reason for a failed load', async () => {
    const { flow, user } = show({ form: { tweet_url: link } })
    await user.click(get())
    await act(() => flow.last('fetchContent').fail({ status: 503, detail: 'X is away' }))
    fireEvent.change(field(), { target: { value: '' } })
    await user.click(get())
    await screen.findByText(words.linkRequired)
    expect([screen.queryByText('X is away'), note()]).toEqual([null, words.linkRequired])
  })

  it('scrolls into view after a send', () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    onTestFinished(() => shown.mockRestore())
    const { flow } = show({ form: { tweet_url: link } })
    act(() => flow.send({ type: 'draft.change', form: { role_id: '5' } }))
    expect(shown).not.toHaveBeenCalled()
    act(() => flow.send({ type: 'draft.change', form: { tweet_url: '' } }))
    expect(shown.mock.calls).toEqual([[{ block: 'nearest' }]])
    expect(shown.mock.contexts.map((row) => row instanceof Element && row.contains(field()))).toEqual([true])
    act(() => flow.send({ type: 'draft.change', form: { tweet_url: link } }))
    act(() => flow.send({ type: 'draft.change', form: { tweet_url: '' } }))
    expect(shown).toHaveBeenCalledTimes(2)
  })
})
