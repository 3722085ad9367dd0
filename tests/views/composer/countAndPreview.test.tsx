import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../src/schemas/accounts/accounts'
import * as words from '../../../src/schemas/composer/composer.words'
import { fetched, link, reviewed } from '../../machines/samples'
import { accounts, hintOf, select, show } from './fields'

describe('the count', () => {
  const count = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Count' })
  const countHint = () => document.getElementById(count().getAttribute('aria-describedby') ?? '')?.textContent
  const many = (total: number) =>
    Array.from({ length: total }, (_, index) => ({ ...accounts[0], id: index }) as Account)

  it.each([
    [undefined, 'From 1 to the number of accounts in the group.', '5000'],
    [1, '1 to 1, the number of accounts in the group.', '1'],
    [1203, '1 to 1,203, the number of accounts in the group.', '1203'],
    [5001, '1 to 5,000, the limit of one send.', '5000'],
  ])('of a group with %s accounts has its limits', (total, hint, most) => {
    show({ inGroup: total === undefined ? undefined : many(total) })
    expect([countHint(), count().min, count().max]).toEqual([hint, '1', most])
  })

  it.each<[number, number, string[]]>([
    [0, 2, []],
    [1, 2, []],
    [2, 3, ['Use all 2 accounts']],
    [1203, 1203, ['Use all 1,203 accounts']],
  ])('offers, with %i active of %i accounts, to use all: %j', (active, total, names) => {
    show({ inGroup: many(total).map((each, index) => ({ ...each, is_active: index < active })) })
    expect(screen.queryAllByRole('button', { name: /^Use all/ }).map(({ textContent }) => textContent)).toEqual(names)
  })

  it('is the number of all active accounts after a click, typed or stepped, and stays', async () => {
    const { user, kept } = show({ inGroup: accounts, form: { group_name: 'Launch' } })
    const all = screen.getByRole<HTMLButtonElement>('button', { name: 'Use all 2 accounts' })
    expect(hintOf('Group')).toBe('2 accounts in this group, 2 active.')
    expect([all.disabled, count().value]).toEqual([false, '1'])
    await user.click(all)
    expect([all.disabled, count().value, kept().at(-1)]).toEqual([true, '2', { count: '2' }])
    await user.clear(count())
    expect([all.disabled, count().value, kept().at(-1)]).toEqual([false, '', { count: '' }])
    await user.type(count(), '4')
    expect([count().value, kept().at(-1)]).toEqual(['4', { count: '4' }])
    await user.click(screen.getByRole('button', { name: 'One reply less' }))
    expect([count().value, kept().at(-1)]).toEqual(['2', { count: '2' }])
  })

  it('has its message as long as the message is true for the chosen group', async () => {
    const members = { Launch: many(2), Night: many(1) }
    const { user } = show({ members, form: { tweet_url: link, role_id: '5', group_name: 'Launch', count: '3' } })
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await screen.findByText('Maximum value is 2')
    await user.selectOptions(select('Group'), 'Night')
    await screen.findByText('Maximum value is 1')
    members.Launch = many(3)
    await user.selectOptions(select('Group'), 'Launch')
    await waitFor(() => expect(screen.queryByText(/Maximum value/)).toBeNull())
  })

  it('shows how many accounts of the group exist and are active', () => {
    show({ inGroup: accounts.slice(0, 1).map((each) => ({ ...each, is_active: false })) })
    expect(hintOf('Group')).toBe('1 account in this group, 0 active.')
  })
})

describe('Preview', () => {
  const filled = { draft: reviewed, form: { role_id: '5', group_name: 'Launch', count: '2' }, inGroup: accounts }
  const preview = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Preview' })

  it('requests as many replies as the count, from the chosen character', async () => {
    const { flow, user } = show(filled)
    expect(screen.getByRole('form', { name: 'Reply' })).toHaveProperty('noValidate', true)
    expect(preview().type).toBe('submit')
    await user.click(preview())
    await waitFor(() =>
      expect(flow.inputs('generateReplies')).toEqual([{ tweet_id: fetched.tweet_id, role_id: 5, count: 2 }]),
    )
    const busy = screen.getByRole<HTMLButtonElement>('button', { name: words.processing })
    expect([busy.disabled, busy.getAttribute('aria-busy')]).toEqual([true, 'true'])
    act(() => flow.send({ type: 'request.cancel' }))
    expect([preview().disabled, preview().hasAttribute('aria-busy')]).toEqual([false, false])
  })

  it('is busy in solo mode too, but not while the content is loaded, when it is disabled after a noticeable wait', async () => {
    const { flow, user } = show({ ...filled, mode: 'solo', form: { role_id: '5', account_id: '1', count: '7' } })
    await user.click(preview())
    await screen.findByRole('button', { name: words.processing })
    expect(flow.inputs('generateReplies')).toEqual([{ tweet_id: fetched.tweet_id, role_id: 5, count: 1 }])
    act(() => flow.send({ type: 'request.cancel' }))
    act(() => flow.send({ type: 'content.fetch', tweet_url: link }))
    expect(preview().disabled).toBe(false)
    await waitFor(() => expect(preview().disabled).toBe(true))
    expect(preview().hasAttribute('aria-busy')).toBe(false)
    await act(() => flow.last('fetchContent').fail({ status: 503 }))
    act(() => flow.send({ type: 'replies.send', target: { twitter_account_id: 1 } }))
    await waitFor(() => expect(preview().disabled).toBe(true))
  })

  it('explains a failure, and tries again from there', async () => {
    const { flow, user } = show(filled)
    await user.click(preview())
    await waitFor(() => expect(flow.calls('generateReplies')).toHaveLength(1))
    await act(() => flow.last('generateReplies').fail({ status: 502, detail: 'No model answered' }))
    screen.getByText('No model answered')
    const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' })
    expect([again.type, again.disabled]).toEqual(['submit', false])
    await user.click(again)
    await waitFor(() => expect(flow.calls('generateReplies')).toHaveLength(2))
  })

  it('shows the error of each field, until that field changes', async () => {
    const { user } = show({ form: { count: '' } })
    await user.click(preview())
    await screen.findByText(words.linkRequired)
    const lacks = [words.linkRequired, words.roleRequired, words.groupRequired, words.countMinimum]
    const said = () => lacks.map((text) => screen.queryByText(text) !== null)
    expect(said()).toEqual([true, true, true, true])
    await user.selectOptions(select('AI/Model'), '5')
    expect(said()).toEqual([true, false, true, true])
    await user.selectOptions(select('Group'), 'Night')
    expect(said()).toEqual([true, false, false, true])
    await user.type(screen.getByLabelText('Count'), '2')
    expect(said()).toEqual([true, false, false, false])
    await user.type(screen.getByLabelText('X post link'), '1')
    expect(said()).toEqual([false, false, false, false])
  })
})
