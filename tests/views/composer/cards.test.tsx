import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Draft } from '../../../src/schemas/composer/draft'
import type { Meta } from '../../../src/schemas/system'
import { Preview, type PreviewProps } from '../../../src/views/composer/Preview'
import { CharacterFace } from '../../../src/views/ui/Face'
import { shortTime } from '../../../src/views/ui/localTimes'
import { draftReplies, emptyDraft, fetched, link, reviewed } from '../../machines/samples'
import { agents, composerWith, draftReply } from '../../support/composerAlone'
import { renderPart } from '../../support/renderPart'

interface Given extends Partial<PreviewProps> {
  draft?: Partial<Draft>
  meta?: Partial<Meta>
}

const show = ({ draft, meta, ...props }: Given = {}) => {
  const mode = props.mode ?? 'batch'
  const flow = composerWith({ mode, ...draft })
  const told = { onAdd: vi.fn(), onRewrite: vi.fn(), onTry: vi.fn() }
  const view = renderPart(
    <Preview
      flow={flow.actor}
      mode={mode}
      accounts={agents('ada', 'bob')}
      eligibility={undefined}
      senders={[]}
      inGroup={undefined}
      writerOf={() => 'Mara'}
      findLeaks={() => []}
      note={null}
      {...told}
      {...props}
    />,
    { meta },
  )
  return { ...view, ...told, flow }
}

const card = (number: number) => screen.getByRole('group', { name: `Reply ${number}` })
const buttonOf = (number: number, name: string) => within(card(number)).getByRole<HTMLButtonElement>('button', { name })
const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const edited = (flow: ReturnType<typeof composerWith>) =>
  flow.context().cards.flatMap((each) => {
    const card = each.getSnapshot()
    return card.matches({ text: 'editing' }) ? [card.context.reply.reply_id] : []
  })
const three = [...draftReplies, draftReply(3, 'Three')]

describe('the preview', () => {
  it('has its heading as name, and explains the next step while there is no post', () => {
    const { container } = show({ draft: emptyDraft })
    screen.getByRole('region', { name: 'Preview comments' })
    expect(container.textContent).toBe(
      'Preview commentsNothing to review yetGet the content of a post, choose a character, then preview the replies here.',
    )
    expect([screen.queryByRole('button'), screen.queryByRole('article'), announced()]).toEqual([null, null, ['']])
  })

  it('offers posts of the sandbox, until a noticeable wait starts', async () => {
    const sample_posts = { mention: '11', stranger: '12' }
    const { user, onTry, flow } = show({ draft: emptyDraft, meta: { sample_posts } })
    const [mention, stranger] = [
      screen.getByRole<HTMLButtonElement>('button', { name: 'Try a post that mentions your accounts' }),
      screen.getByRole<HTMLButtonElement>('button', { name: 'Try a stranger’s post' }),
    ]
    await user.click(mention)
    await user.click(stranger)
    expect(onTry.mock.calls).toEqual([['https://x.com/i/status/11'], ['https://x.com/i/status/12']])
    expect([mention.disabled, stranger.disabled]).toEqual([false, false])
    act(() => flow.send({ type: 'content.fetch', tweet_url: link }))
    await waitFor(() => expect([mention.disabled, stranger.disabled]).toEqual([true, true]))
  })

  it('offers to cancel a request after a noticeable wait, until it is cancelled', async () => {
    const { user, flow } = show({ draft: emptyDraft })
    act(() => flow.send({ type: 'content.fetch', tweet_url: link }))
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(flow.actor.getSnapshot().can({ type: 'request.cancel' })).toBe(false)
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  })

  it.each<[string, Draft['replies'], string]>([
    ['', [], 'Preview comments'],
    ['1 reply to review', draftReplies.slice(0, 1), 'Preview comments1'],
    ['2 replies to review', draftReplies, 'Preview comments2'],
  ])('announces "%s"', (words, replies, head) => {
    const { container } = show({ draft: { replies }, mode: 'solo' })
    expect(announced()).toEqual([words])
    expect(container.querySelector('h2')?.parentElement?.textContent).toBe(head)
    expect(container.querySelectorAll('span.bg-accent')).toHaveLength(2 * replies.length)
  })

  it('announces nothing during a noticeable wait', async () => {
    const { flow } = show()
    act(() => flow.send({ type: 'reply.add', role_id: 5 }))
    expect(announced()).toEqual(['2 replies to review'])
    await waitFor(() => expect(announced()).toEqual(['']))
  })

  it.each<[string, Given, boolean | undefined]>([
    ['in batch', {}, false],
    ['in batch with room', { inGroup: 3 }, false],
    ['in batch without room', { inGroup: 2 }, true],
    ['in solo', { mode: 'solo' }, undefined],
    ['without replies', { draft: { replies: [] } }, undefined],
  ])('adds one more %s, or not', (_when, given, disabled) => {
    show(given)
    expect(screen.queryByRole<HTMLButtonElement>('button', { name: 'Add one more' })?.disabled).toBe(disabled)
  })

  it('is busy while one more is written, and waits during other work', async () => {
    const { user, onAdd, flow } = show()
    const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add one more' })
    await user.click(add)
    expect(onAdd).toHaveBeenCalledTimes(1)
    act(() => flow.send({ type: 'reply.add', role_id: 5 }))
    expect(add.getAttribute('aria-busy')).toBe('true')
    await act(() => flow.last('generateReplies').answer({ replies: [{ reply_id: 'r9', content: 'Nine' }] }))
    expect([add.hasAttribute('aria-busy'), add.disabled]).toEqual([false, false])
    act(() => flow.send({ type: 'content.fetch', tweet_url: link }))
    expect(add.disabled).toBe(false)
    await waitFor(() => expect([add.hasAttribute('aria-busy'), add.disabled]).toEqual([false, true]))
  })

  it('shows only the link if X returns no more, and who may reply if that is known', async () => {
    const others = { verdict: 'refused' as const, reason: 'A stranger.' }
    const eligibility = { rule: 'summoned' as const, allowed: 0, uncertain: 0, refused: 2, accounts: [], others }
    show({
      meta: { x_post_base_url: 'http://posts.example' },
      eligibility,
      draft: { replies: [], post: { ...fetched, eligibility } },
    })
    const link = screen.getByRole('link', { name: 'Open on X' })
    expect(link.getAttribute('href')).toBe(`http://posts.example/ada/status/${fetched.tweet_id}`)
    await screen.findByText('0 accounts can reply automatically, 2 only manually')
  })

  it('scrolls to the first reply if all are new, but not if one is known', () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    onTestFinished(() => shown.mockRestore())
    const { flow } = show({ draft: { replies: three } })
    expect(shown).not.toHaveBeenCalled()
    act(() => flow.send({ type: 'reply.drop', reply_id: 'r1' }))
    act(() => flow.send({ type: 'draft.undo' }))
    expect(shown).not.toHaveBeenCalled()
    act(() => flow.send({ type: 'mode.select', mode: 'batch' }))
    act(() => flow.send({ type: 'draft.undo' }))
    expect(shown.mock.calls).toEqual([[{ block: 'nearest' }]])
    expect(shown.mock.contexts).toEqual([card(1).closest('li')])
  })
})

const as = (...handles: (string | undefined)[]) => handles.map((handle) => ({ handle, was: undefined }))

describe('a reply', () => {
  it('is announced with its number, its text and its keys', () => {
    show({ draft: { replies: three }, senders: [...as('@ada', undefined), { handle: '@cyd', was: '@bob' }] })
    expect(screen.getAllByRole('group', { name: /^Reply/ }).map(({ textContent }) => textContent)).toEqual([
      'Reply 1Reply 1as @ada3EditCopyRewriteOne',
      'Reply 2Reply 23EditCopyRewriteTwo',
      'Reply 3Reply 3as @cydinstead of @bob5EditCopyRewriteThree',
    ])
    screen.getByText('3 replies to review. Reply 3 will be posted as @cyd instead of @bob')
    expect(card(2).getAttribute('aria-keyshortcuts')).toBe('E C R X')
    expect(card(2).tabIndex).toBe(-1)
    expect(screen.getByText('Two').dir).toBe('auto')
    const lines = screen.getAllByRole('listitem').map((item) => item.querySelectorAll('span.bg-accent').length)
    expect(lines).toEqual([2, 2, 0])
  })

  it('shows when its account posted the same words, but not another account or another text', () => {
    const today = new Date()
    const daysAgo = (days: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - days, 12, 59)
    const repeat = (content: string, username: string, days: number) => {
      const account_id = username.length
      return { content, account_id, username, posted_at: daysAgo(days).toISOString() }
    }
    const others = { verdict: 'allowed' as const, reason: 'Exempt.' }
    const repeats = [repeat('One', '@ada', 0), repeat('Two', '@bobby', 1), repeat('Three', '@ada', 1)]
    const eligibility = { rule: 'open' as const, allowed: 3, uncertain: 0, refused: 0, accounts: [], others, repeats }
    const replies = [...three, draftReply(4, 'One!', { generated: 'One' })]
    show({ draft: { replies }, senders: as('@ada', '@bobby', '@cyd', '@ada'), eligibility })
    const said = [1, 2, 3, 4].map((number) => card(number).textContent?.match(/@\w+ already.*?reply\./)?.[0])
    expect(said).toEqual([
      `@ada already posted this text (${shortTime(daysAgo(0))}). X rejects repeats, so rewrite this reply.`,
      `@bobby already posted this text (${shortTime(daysAgo(1))}). X rejects repeats, so rewrite this reply.`,
      undefined,
      undefined,
    ])
  })

  it('has the face of its author', () => {
    const lookOf = (name: string) => render(<CharacterFace name={name} />).container.querySelector('svg')?.innerHTML
    show({ writerOf: ({ reply_id }) => (reply_id === 'r1' ? 'Mara' : 'Jonas') })
    const faces = [1, 2].map((number) => card(number).querySelector('svg')?.innerHTML)
    expect(faces).toEqual([lookOf('Mara'), lookOf('Jonas')])
  })

  it('returns to the generated text if it was edited', async () => {
    const replies = [draftReply(1, 'Mine', { generated: 'Its own' }), draftReply(2, 'Two')]
    const { flow, user } = show({ draft: { replies } })
    expect([card(1), card(2)].map((each) => within(each).queryByText('Edited') !== null)).toEqual([true, false])
    expect(within(card(2)).queryByRole('button', { name: 'Restore the generated text' })).toBeNull()
    await user.click(buttonOf(1, 'Restore the generated text'))
    expect(flow.inputs('saveReply')).toEqual([{ reply_id: 'r1', content: 'Its own' }])
  })

  it("shows each warning once, and the server's notes only until it is edited", () => {
    const notes = ['sounds like a machine', 'repeats a secret']
    const findLeaks = () => ['repeats a secret']
    const replies = [draftReply(1, 'One', { notes }), draftReply(2, 'Mine', { generated: 'x', notes })]
    show({ draft: { replies }, findLeaks })
    const cautions = (number: number) =>
      [...card(number).querySelectorAll('p.text-warn-ink')].map(({ textContent }) => textContent)
    expect([cautions(1), cautions(2)]).toEqual([
      ['This reply sounds like a machine.', 'This reply repeats a secret.'],
      ['This reply repeats a secret.'],
    ])
    expect(card(1).querySelectorAll('p svg:not([aria-hidden="true"])')).toHaveLength(0)
  })

  it('is not flagged for naming the author of the post', () => {
    show({ draft: { replies: [draftReply(1, 'Thanks @ada and @else')] } })
    expect(card(1).textContent).toContain('This reply mentions @else, who did not write the post.')
  })

  it.each([
    ['a'.repeat(280), undefined, '280'],
    [`${'a'.repeat(280)}b`, 'b', '1 over 280'],
    [`${'a'.repeat(280)} and more`, 'and more', '9 over 280'],
    [`${'a'.repeat(280)}  `, undefined, '2 over 280'],
  ])('marks text beyond the limit of %s', (content, beyond, count) => {
    show({ draft: { replies: [draftReply(1, content)] } })
    expect(card(1).querySelector('mark')?.textContent).toBe(beyond)
    expect(card(1).querySelector('p[dir]')?.textContent).toBe(content)
    within(card(1)).getByText(count)
  })

  it("shows its model's prompt, if the server can", async () => {
    const replies = [draftReply(1, 'One', { told: true }), draftReply(2, 'Two', { told: false })]
    show({ meta: { takes_expected: true }, draft: { replies } })
    fireEvent.click(buttonOf(1, 'More'))
    fireEvent.click(buttonOf(2, 'More'))
    await within(card(2)).findByRole('button', { name: 'Shorter' })
    await within(card(1)).findByRole('button', { name: 'Show the prompt' })
    expect(within(card(2)).queryByRole('button', { name: 'Show the prompt' })).toBeNull()
  })

  it('is rewritten by a wish of at most 2,000 characters, which stays, and which another provider does not get', async () => {
    const { flow, user, onRewrite } = show({ meta: { takes_expected: true } })
    await user.click(buttonOf(2, 'More'))
    await user.click(await within(card(2)).findByRole('button', { name: 'No emoji' }))
    const field = within(card(2)).getByRole<HTMLInputElement>('textbox', { name: 'Wish for the new version' })
    await user.type(field, 'xer')
    expect(flow.context().replies).toHaveLength(2)
    fireEvent.change(field, { target: { value: 'w'.repeat(2_001) } })
    within(card(2)).getByText('The wish is 1 character too long')
    await user.type(field, '{Enter}')
    fireEvent.change(field, { target: { value: `${'w'.repeat(2_000)} ` } })
    await user.click(buttonOf(2, 'Apply'))
    expect(onRewrite.mock.calls).toEqual([
      ['r2', 'No emoji'],
      ['r2', 'w'.repeat(2_000)],
    ])
    expect(field.value).toHaveLength(2_001)
    cleanup()
    show({ meta: { takes_expected: false } })
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
  })

  it.each<[string, Parameters<typeof fireEvent.keyDown>[1], string]>([
    ['E', { key: 'e' }, 'edited'],
    ['Shift+E', { key: 'E', shiftKey: true }, 'edited'],
    ['C', { key: 'c' }, 'copied'],
    ['R', { key: 'r' }, 'rewritten'],
    ['X', { key: 'x' }, 'dropped'],
    ['another key', { key: 'q' }, 'left'],
    ['Ctrl+E', { key: 'e', ctrlKey: true }, 'left'],
    ['Cmd+E', { key: 'e', metaKey: true }, 'left'],
    ['Alt+E', { key: 'e', altKey: true }, 'left'],
    ['an E that is held down', { key: 'e', repeat: true }, 'left'],
  ])('by %s is %s', (_name, key, outcome) => {
    const { flow, onRewrite } = show()
    const isKept = fireEvent.keyDown(buttonOf(2, 'Copy'), key)
    const happened = [
      ...(edited(flow).includes('r2') ? ['edited'] : []),
      ...flow.inputs('copyText').map(() => 'copied'),
      ...onRewrite.mock.calls.map(() => 'rewritten'),
      ...(flow.context().replies.length < 2 ? ['dropped'] : []),
    ]
    expect([happened, isKept]).toEqual(outcome === 'left' ? [[], true] : [[outcome], false])
    if (outcome === 'rewritten') expect(onRewrite).toHaveBeenCalledWith('r2')
    if (outcome === 'copied') expect(flow.inputs('copyText')).toEqual([{ text: 'Two' }])
  })

  it('leaves its keys to a window that was opened from it', () => {
    const { flow } = show()
    const window = render(<div role="dialog" aria-modal="true" />)
    expect(fireEvent.keyDown(card(1), { key: 'x' })).toBe(true)
    window.unmount()
    expect(flow.context().replies).toHaveLength(2)
  })

  it('reacts only to the key C while the composer is busy', () => {
    const { flow, onRewrite } = show()
    act(() => flow.send({ type: 'content.fetch', tweet_url: link }))
    expect(['e', 'r', 'x'].map((key) => fireEvent.keyDown(card(1), { key }))).toEqual([true, true, true])
    expect(onRewrite).not.toHaveBeenCalled()
    expect(fireEvent.keyDown(card(1), { key: 'c' })).toBe(false)
    expect(flow.inputs('copyText')).toEqual([{ text: 'One' }])
  })

  it('is edited, or copied, by its button', async () => {
    const { flow, user } = show()
    await user.click(buttonOf(2, 'Copy'))
    expect([flow.inputs('copyText'), edited(flow)]).toEqual([[{ text: 'Two' }], []])
    await user.click(buttonOf(2, 'Edit'))
    expect(edited(flow)).toEqual(['r2'])
  })

  it('is dim and busy while it is rewritten', async () => {
    const { flow, user, onRewrite } = show()
    await user.click(buttonOf(1, 'Rewrite'))
    expect(onRewrite.mock.calls).toEqual([['r1']])
    const looks = () => [1, 2].map((number) => buttonOf(number, 'Rewrite').getAttribute('aria-busy'))
    const dims = () => [1, 2].map((number) => card(number).querySelector('p[dir]')?.className.includes('text-ink-3'))
    expect([looks(), dims()]).toEqual([
      [null, null],
      [false, false],
    ])
    act(() => flow.send({ type: 'reply.rewrite', reply_id: 'r1', role_id: 5 }))
    expect([looks(), dims()]).toEqual([
      ['true', null],
      [true, false],
    ])
  })

  it('passes the focus to the next reply, or to the previous one, or finally to the heading', async () => {
    const { user } = show({ draft: { replies: three } })
    const drop = async (number: number) => {
      buttonOf(number, 'Drop').focus()
      await user.click(buttonOf(number, 'Drop'))
    }
    await drop(1)
    expect(card(1).contains(document.activeElement)).toBe(true)
    await drop(2)
    expect(document.activeElement).toBe(card(1))
    await drop(1)
    expect(document.activeElement).toBe(screen.getByText('Preview comments'))
  })

  it('does not take the focus from elsewhere if it is the last', () => {
    const { flow } = show({ draft: { ...reviewed } })
    const last = buttonOf(2, 'Drop')
    const focused = vi.spyOn(HTMLElement.prototype, 'focus')
    onTestFinished(() => focused.mockRestore())
    fireEvent.click(last)
    expect([focused.mock.calls.length, flow.context().replies.length]).toEqual([0, 1])
  })
})
