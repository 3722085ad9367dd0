import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import MessageList from '../../../src/views/shell/messages/MessageList'
import { RecentMessages } from '../../../src/views/shell/messages/RecentMessages'
import { shortTime } from '../../../src/views/ui/localTimes'
import { keepMessages, rememberMessage } from '../../../src/views/ui/recentMessages'
import { deviceWith } from '../../support/device'
import { draw } from './draw'

describe('the messages behind the bell', () => {
  const at = Date.parse('2026-01-02T03:04:05.000Z')
  const tell = (id: string, text: string) => act(() => rememberMessage({ id, tone: 'plain', text, at }))

  it('are none at first', () => {
    draw(<RecentMessages />)
    expect(screen.getByText('No messages yet.')).toBeDefined()
    expect(screen.getByText('Recent messages', { selector: 'h2' })).toBeDefined()
    const bell = screen.getByRole('button', { name: 'Recent messages' })
    expect(document.getElementById(bell.getAttribute('popovertarget') ?? '')?.getAttribute('popover')).toBe('auto')
    expect(bell.title).toBe('Recent messages')
  })

  it('are new until the operator has seen them, with a mark that screen readers skip', async () => {
    const { user } = draw(<RecentMessages />)
    const mark = () => screen.getByRole('button').querySelectorAll('span[aria-hidden="true"]').length
    expect(mark()).toBe(0)
    tell('one', 'Saved')
    expect([screen.getByRole('button', { name: 'Recent messages, some are new' }), mark()]).toEqual([
      expect.anything(),
      1,
    ])
    await screen.findByText('Saved')
    expect(screen.queryByText('No messages yet.')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Recent messages, some are new' }))
    expect([screen.getByRole('button', { name: 'Recent messages' }), mark()]).toEqual([expect.anything(), 0])
  })

  it('are not new if an earlier page showed them', () => {
    const stop = keepMessages({ load: () => [{ id: 'old', tone: 'error', text: 'Failed', at }], save: () => {} })
    onTestFinished(stop)
    draw(<RecentMessages />)
    expect(screen.getByRole('button', { name: 'Recent messages' })).toBeDefined()
  })

  it('have their sign, their time and a link to their subject, and can be copied', async () => {
    const written: string[] = []
    const device = deviceWith(async (text) => {
      written.push(text)
    })
    const today = new Date()
    today.setHours(9, 5, 0, 0)
    const { user } = draw(
      <MessageList
        messages={[
          { id: 'c', tone: 'error', text: '1 failed', at: today.getTime(), href: '/admin/history/c' },
          { id: 'b', tone: 'success', text: 'Saved', at },
          { id: 'a', tone: 'plain', text: 'Cancelled', at: today.getTime() },
        ]}
      />,
      { device },
    )
    const rows = screen.getAllByRole('listitem')
    expect(
      rows.map((row) => [
        [...(row.querySelector('svg')?.classList ?? [])].filter((name) =>
          /^text-|^lucide-(?:circle-x|circle-check|info)$/.test(name),
        ),
        row.querySelector('span')?.textContent,
        row.querySelector('a')?.getAttribute('href'),
        row.querySelector('time')?.textContent,
        row.querySelector('time')?.dateTime,
        within(row).getByRole('button').getAttribute('aria-label'),
      ]),
    ).toEqual([
      [
        ['lucide-circle-x', 'text-danger'],
        '1 failed',
        '/admin/history/c',
        shortTime(today),
        today.toISOString(),
        'Copy “1 failed”',
      ],
      [
        ['lucide-circle-check', 'text-success'],
        'Saved',
        undefined,
        shortTime(new Date(at)),
        '2026-01-02T03:04:05.000Z',
        'Copy “Saved”',
      ],
      [
        ['lucide-info', 'text-ink-2'],
        'Cancelled',
        undefined,
        shortTime(today),
        today.toISOString(),
        'Copy “Cancelled”',
      ],
    ])
    await user.click(screen.getByRole('button', { name: 'Copy “Saved”' }))
    expect(written).toEqual(['Saved'])
  })
})
