import { expect, it } from 'vitest'
import { accountsCsv, taskItemsCsv } from '../../src/services/reports'

const at = '2026-01-02T03:04:05.000Z'

it('lists the items of a task, without a cell that a spreadsheet would run', () => {
  const item = { retry_count: 0, status: 'completed', created_at: at, updated_at: at }
  const csv = taskItemsCsv({
    id: 'a1',
    owner_id: 1,
    status: 'failed',
    created_at: at,
    updated_at: at,
    items: [
      { ...item, id: 1, reply_id: 'r1', twitter_username: '@ada', reply_tweet_id: '19', content: '=1+1, "quoted"' },
      { ...item, id: 3, reply_id: 'r3', twitter_username: '@jonas', content: '@SUM(A1:A9)' },
      { ...item, id: 4, reply_id: 'r4', twitter_username: '@mara', content: "'@ada thanks" },
      { ...item, id: 2, reply_id: 7, twitter_username: null, status: 'failed', error: '＝1+1', retry_count: 3 },
    ],
  })
  expect(csv.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
    '#,Reply ID,Retry Count,Twitter Username,Status,Error Message,Created At,Updated At,Reply Tweet ID,Content',
    `1,r1,0,@ada,completed,,${at},${at},19,"'=1+1, ""quoted"""`,
    `2,r3,0,@jonas,completed,,${at},${at},,"'@SUM(A1:A9)"`,
    `3,r4,0,@mara,completed,,${at},${at},,"''@ada thanks"`,
    `4,7,3,,failed,"'＝1+1",${at},${at},,`,
    '',
  ])
})

it('an account whose status could not be read is exported without one', () => {
  const account = { id: 1, username: '@ada', group: null, is_active: false, created_at: '2026-05-01T08:00:00.000Z' }
  const statuses = [account, { ...account, unreadable: ['is_active'] }].map(
    (each) => accountsCsv([each]).split('\r\n')[1],
  )
  expect(statuses).toEqual(['@ada,,IN ACTIVE,,2026-05-01T08:00:00.000Z', '@ada,,,,2026-05-01T08:00:00.000Z'])
})
