import { expect, it } from 'vitest'
import { emptyQueue, excerptOf, mostQueued, queueSettings, readLinks, storedQueue } from '../../src/schemas/queue/queue'
import { queued } from '../machines/queue/queueModels'

const x = 'https://x.com'

it('reads a link from each line of a paste or a CSV file, and names every line that it did not accept', () => {
  const { entries, ...intake } = readLinks(
    [
      'link,author',
      `${x}/ada/status/11`,
      '',
      `"${x}/bob/status/12?s=20";Bob;4711`,
      ' 13 ',
      `Read this: ${x}/cy/status/14, and (${x}/cy/status/15).`,
      `${x}/ada/status/16`,
      `twitter.com/i/web/status/11`,
      'https://example.com/ada/status/17',
    ].join('\r\n'),
    [queued('16')],
  )
  expect(entries.map(({ id, tweet_url }) => [id, tweet_url])).toEqual([
    ['11', `${x}/ada/status/11`],
    ['12', `${x}/bob/status/12?s=20`],
    ['13', '13'],
    ['14', `${x}/cy/status/14`],
    ['15', `${x}/cy/status/15`],
  ])
  expect(intake).toEqual({
    added: 5,
    doubles: [
      { line: 7, text: `${x}/ada/status/16` },
      { line: 8, text: 'twitter.com/i/web/status/11' },
    ],
    wrong: [
      { line: 1, text: 'link,author' },
      { line: 9, text: 'https://example.com/ada/status/17' },
    ],
    left: [],
  })
})

it.each([
  '[https://x.com/ada/status/11]',
  '[a post](https://x.com/ada/status/11)',
  '- **https://x.com/ada/status/11**',
  '| 1 | https://x.com/ada/status/11 |',
  '“https://x.com/ada/status/11”.',
  '`https://x.com/ada/status/11`',
  '{"url":"https://x.com/ada/status/11"}',
])('reads the link that other programs wrap: %s', (line) => {
  expect(readLinks(line, [])).toMatchObject({
    entries: [{ id: '11', tweet_url: 'https://x.com/ada/status/11' }],
    wrong: [],
  })
})

it.each(['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'])('reads links despite an invisible %j', (unseen) => {
  const pasted = [
    `${unseen}${x}/ada/status/11${unseen}`,
    unseen,
    `${unseen}13`,
    `see ${x}/cy/sta${unseen}tus/14 ${unseen}`,
  ]
  expect(readLinks(pasted.join('\n'), [])).toMatchObject({
    entries: [
      { id: '11', tweet_url: `${x}/ada/status/11` },
      { id: '13', tweet_url: '13' },
      { id: '14', tweet_url: `${x}/cy/status/14` },
    ],
    wrong: [],
  })
})

it('keeps restored posts in addition to the maximum of added posts', () => {
  const entries = Array.from({ length: 2 * mostQueued }, (_, index) => queued(String(1000 + index)))
  expect(storedQueue.parse({ ...emptyQueue, entries }).entries).toEqual(entries)
})

it('accepts no more than it has room for, and returns the remaining lines', () => {
  const known = Array.from({ length: mostQueued - 1 }, (_, index) => queued(String(1000 + index)))
  const { added, left } = readLinks('7\n8\n9', known)
  expect([added, left]).toEqual([1, [8, 9].map((id, index) => ({ line: index + 2, text: String(id) }))])
})

it('shows the beginning of a text, in whole letters on one line', () => {
  expect(excerptOf('  One\n two  ')).toBe('One two')
  expect(excerptOf('😀'.repeat(200))).toBe(`${'😀'.repeat(139)}…`)
  expect(excerptOf(' \n')).toBeUndefined()
})

it.each([
  ['https://x.com/a/status/11.', ['11']],
  ['https://x.com/a/status/11!', ['11']],
  ['see [this: https://x.com/a/status/11]', ['11']],
  ['<https://x.com/a/status/11>', ['11']],
  ["'https://x.com/a/status/11'", ['11']],
  ['"https://x.com/a/status/11";https://x.com/b/status/12', ['11', '12']],
  ['x.com/a/status/11 and 12', ['11']],
  ['11 12', []],
  ['11', ['11']],
  ['a11', []],
  ['11a', []],
  ['  ', []],
])('reads from %j the posts %j', (line, ids) => {
  expect(readLinks(line, []).entries.map(({ id }) => id)).toEqual(ids)
})

it('reads lines with the line ends of any system', () => {
  expect(readLinks('1\r2\n3\r\n4', []).entries.map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
  expect(readLinks('x\r\ny\rz', []).wrong).toEqual([
    { line: 1, text: 'x' },
    { line: 2, text: 'y' },
    { line: 3, text: 'z' },
  ])
})

it('a new entry is neither read nor skipped', () => {
  expect(readLinks('11', []).entries).toEqual([{ id: '11', tweet_url: '11', isRead: false, isSkipped: false }])
})

it('an empty queue reads two posts ahead, drafts none ahead, and fills in nothing', () => {
  expect(emptyQueue.settings).toEqual({ ahead: 2, drafts: 0, refills: false })
  expect(queueSettings.parse({ ahead: 1, refills: true })).toEqual({ ahead: 1, drafts: 0, refills: true })
})

it('the beginning of a text is cut after 140 letters', () => {
  expect(excerptOf('a'.repeat(140))).toBe('a'.repeat(140))
  expect(excerptOf('a'.repeat(141))).toBe(`${'a'.repeat(139)}…`)
  expect(excerptOf(undefined)).toBeUndefined()
})
