import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Judged } from '../../../src/schemas/composer/answerable'
import type { PostContext, RelatedPost } from '../../../src/schemas/composer/postContext'
import type { Post } from '../../../src/schemas/composer/replies'
import WhoMayAnswer from '../../../src/views/composer/fields/WhoMayAnswer'
import { PostCard } from '../../../src/views/composer/PostCard'
import { PostContent, PostThread } from '../../../src/views/composer/PostContent'
import { PhoneThread, ThreadRail } from '../../../src/views/composer/Thread'
import { shortTime } from '../../../src/views/ui/localTimes'

const bare: PostContext = { media: [], links: [], not_shown: [] }
const related = (change: Partial<RelatedPost> = {}): RelatedPost => ({
  ...bare,
  tweet_id: '40',
  text: 'Words',
  ...change,
})

const contentOf = (change: Partial<PostContext>) => render(<PostContent context={{ ...bare, ...change }} />).container

const rowsOf = (container: HTMLElement) =>
  within(container)
    .getAllByRole('listitem')
    .map((row) => [
      row
        .querySelector('svg')
        ?.getAttribute('class')
        ?.match(/lucide-(\S+)/)?.[1],
      row.querySelector('a')?.getAttribute('href'),
      row.textContent,
    ])

describe('the context of a post', () => {
  it('is empty if X returns none', () => {
    expect(contentOf({}).innerHTML).toBe('')
    expect(render(<PostThread context={bare} />).container.innerHTML).toBe('')
  })

  it('begins with the head of the thread, then the answered post, each with its author and language', () => {
    const root = related({ text: 'Tête', lang: 'fr', author_username: '@rosa' })
    const { container } = render(<PostThread context={{ ...bare, root, parent: related({ text: 'Middle' }) }} />)
    expect([...container.querySelectorAll('blockquote')].map((quote) => quote.textContent)).toEqual([
      'The thread starts with @rosaTête',
      'In reply to a postMiddle',
    ])
    const words = screen.getByText('Tête')
    expect([words.lang, words.dir]).toEqual(['fr', 'auto'])
  })

  it('contains every medium by its description, or by its kind, and links only to pictures on the web', () => {
    const container = contentOf({
      media: [
        { kind: 'image', alt_text: 'A cup', preview_url: 'https://pbs.twimg.com/1.jpg' },
        { kind: 'image' },
        { kind: 'video', preview_url: 'https://pbs.twimg.com/2.jpg' },
        { kind: 'gif', preview_url: 'javascript:alert(1)' },
        { kind: 'other' },
      ],
    })
    expect(rowsOf(container)).toEqual([
      ['image', 'https://pbs.twimg.com/1.jpg', 'A cup'],
      ['image', undefined, 'Image without description'],
      ['film', 'https://pbs.twimg.com/2.jpg', 'Video without description'],
      ['film', undefined, 'GIF without description'],
      ['paperclip', undefined, 'Attachment without description'],
    ])
    const link = screen.getByRole('link', { name: 'A cup' })
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer'])
    expect(screen.getByText('A cup').dir).toBe('auto')
    expect(container.querySelectorAll('svg:not([aria-hidden="true"])')).toHaveLength(0)
  })

  it('contains every link by its title, or by its address', () => {
    const links = [{ url: 'https://beans.example/roast', title: 'Roast' }, { url: 'https://water.example/soft' }]
    expect(rowsOf(contentOf({ links }))).toEqual([
      ['link-2', 'https://beans.example/roast', 'Roast'],
      ['link-2', 'https://water.example/soft', 'https://water.example/soft'],
    ])
  })

  it.each([
    ['Poll', { options: [{ label: 'Filter' }, { label: 'Press', votes: 0 }] }],
    ['Poll, 1 vote', { options: [{ label: 'Filter', votes: 1 }, { label: 'Press' }], is_open: true }],
    [
      'Poll, 5 votes',
      {
        options: [
          { label: 'Filter', votes: 2 },
          { label: 'Press', votes: 3 },
        ],
      },
    ],
    ['Closed poll', { options: [{ label: 'Filter' }, { label: 'Press' }], is_open: false }],
  ])('shows for a poll "%s"', (words, poll) => {
    const container = contentOf({ poll })
    expect(container.querySelector('p')?.textContent).toBe(words)
    expect(screen.getAllByRole('listitem').map(({ textContent, dir }) => [textContent, dir])).toEqual([
      ['Filter', 'auto'],
      ['Press', 'auto'],
    ])
  })

  it('contains an article by its title, with its text if X returns it', () => {
    const titled = contentOf({ article: { title: 'On water' } })
    expect([...titled.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(['On water'])
    const whole = contentOf({ article: { title: 'On beans', text: 'Fresh ones.' } })
    expect([...whole.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(['On beans', 'Fresh ones.'])
    expect([screen.getByText('On beans').dir, screen.getByText('Fresh ones.').dir]).toEqual(['auto', 'auto'])
    expect(whole.querySelectorAll('svg:not([aria-hidden="true"])')).toHaveLength(0)
  })

  it('contains the quoted post, with all of its context', () => {
    const quoted = related({
      text: 'Quoted',
      author_username: 'pia',
      media: [{ kind: 'image', alt_text: 'A leaf' }],
      not_shown: ['a poll', 'a video without description', 'a card'],
    })
    expect(contentOf({ quoted }).textContent).toBe('Quotes @piaQuotedA leafNot shown by X: a poll; a card.')
  })

  it.each<[string, Partial<PostContext>]>([
    ['Reposted by @sharer', { reposted_by: 'sharer' }],
    ['Edited once', { edits: 1 }],
    ['Edited 2 times', { edits: 2 }],
    ['', { edits: 0 }],
    ['Marked as sensitive', { possibly_sensitive: true }],
    ['', { possibly_sensitive: false }],
    ['', { reply_settings: 'everyone' }],
    ['Only accounts mentioned in the post can reply', { reply_settings: 'mentionedUsers' }],
    ['Only accounts that the author follows can reply', { reply_settings: 'following' }],
    ['Only subscribers can reply', { reply_settings: 'subscribers' }],
    ['Only verified accounts can reply', { reply_settings: 'verified' }],
    ['The author limits who can reply', { reply_settings: 'other' }],
    ['Not shown by X: a card.', { not_shown: ['an image without description', 'a card'] }],
    ['', { not_shown: ['an image without description'] }],
    [
      'Reposted by @sharer · Edited 3 times · Marked as sensitive · Only subscribers can reply',
      { reposted_by: 'sharer', edits: 3, possibly_sensitive: true, reply_settings: 'subscribers' },
    ],
  ])('shows "%s" for %j', (words, change) => {
    expect(contentOf(change).textContent).toBe(words)
  })
})

describe('the card of a post', () => {
  const post: Post = {
    tweet_id: '1900000000000000001',
    text: 'Which beans?',
    author_username: 'maker',
    author_name: 'The Maker',
    created_at: '2026-01-02T03:04:05.000Z',
  }
  const props = {
    post,
    username: 'maker',
    baseUrl: 'http://127.0.0.1:4900/posts',
    hasReplies: false,
    isHinting: true,
    judged: [],
  }
  const headOf = (change: Partial<typeof props>) => {
    const { container } = render(<PostCard {...props} {...change} />)
    return [...container.querySelectorAll('article p')].map(({ textContent }) => textContent)
  }
  const at = shortTime(new Date(props.post.created_at ?? ''))
  const { author_name: _name, ...nameless } = post
  const { created_at: _at, ...undated } = post
  const { text: _text, ...wordless } = post

  it.each([
    ['who wrote it, when, and what', {}, ['The Maker@maker', at, 'Which beans?']],
    ['the handle alone', { post: nameless }, ['@maker', at, 'Which beans?']],
    ['no name where no handle is known', { username: undefined }, ['Post on X', at, 'Which beans?']],
    ['its id in place of a date', { post: undated }, ['The Maker@maker', 'Post 1900000000000000001', 'Which beans?']],
    ['no words where none are known', { post: wordless }, ['The Maker@maker', at]],
  ])('show %s', (_what, change, words) => {
    expect(headOf(change)).toEqual(words)
  })

  it.each([
    ['m', {}],
    ['t', { username: undefined }],
    ['p', { username: undefined, post: nameless }],
  ])('shows the initial %s, hidden from screen readers', (initial, change) => {
    const { container } = render(<PostCard {...props} {...change} />)
    const initials = [...container.querySelectorAll('[data-initial]')]
    expect(initials.map((each) => each.getAttribute('data-initial')?.toLowerCase())).toEqual([initial, initial])
    expect(initials.map((each) => each.closest('[aria-hidden="true"]') !== null)).toEqual([true, true])
  })

  it('leads to X in another tab', () => {
    const { container } = render(<PostCard {...props} />)
    const link = screen.getByRole('link', { name: 'Open on X' })
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      'http://127.0.0.1:4900/posts/maker/status/1900000000000000001',
      '_blank',
      'noreferrer',
    ])
    expect(link.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
    expect(container.querySelector('details')).toBeNull()
  })

  it('shows the context above and below the post', () => {
    const context = { ...bare, lang: 'fr', parent: related({ text: 'Before' }), quoted: related({ text: 'After' }) }
    render(<PostCard {...props} post={{ ...post, context }} />)
    expect(screen.getByRole('article').textContent).toMatch(/In reply to a postBeforeWhich beans\?Quotes a postAfter$/)
    const words = screen.getByText('Which beans?')
    expect([words.dir, words.lang]).toEqual(['auto', 'fr'])
  })

  it('is joined to its replies by a line, wide or on a phone', () => {
    const lines = (hasReplies: boolean) =>
      render(<PostCard {...props} hasReplies={hasReplies} />).container.querySelectorAll('span.bg-accent').length
    expect([lines(false), lines(true)]).toEqual([0, 2])
  })

  it('shows who may reply only if the server knows somebody', async () => {
    const eligibility = {
      rule: 'summoned' as const,
      allowed: 1,
      uncertain: 0,
      refused: 0,
      accounts: [],
      others: { verdict: 'refused' as const, reason: 'A stranger.' },
    }
    const ada = [judged(1, 'allowed', 'The post mentions this account.')]
    render(<PostCard {...props} post={post} judged={ada} />)
    render(<PostCard {...props} post={{ ...post, eligibility }} judged={[]} />)
    expect(document.querySelectorAll('.min-h-11')).toHaveLength(1)
    render(<PostCard {...props} post={{ ...post, eligibility }} judged={ada} />)
    await screen.findByText('1 account can reply automatically')
    expect(document.querySelectorAll('details')).toHaveLength(1)
    const declined = '@maker is on your do-not-reply list.'
    render(<PostCard {...props} post={{ ...post, eligibility }} judged={ada} declined={declined} />)
    render(<PostCard {...props} post={{ ...post, eligibility }} judged={[]} declined={declined} />)
    expect(screen.getAllByText(declined).map(({ tagName }) => tagName)).toEqual(['P', 'P'])
    expect(document.querySelectorAll('details')).toHaveLength(1)
  })
})

const judged = (id: number, verdict: Judged['verdict'], reason: string): Judged => ({
  account: { id, username: `@user${id}`, group: null, is_active: true, created_at: '2026-05-01T08:00:00.000Z' },
  verdict,
  reason,
  earlier: undefined,
})

describe('the accounts that may reply', () => {
  it('are shown once for each reason, with its own mark', () => {
    const { container } = render(
      <WhoMayAnswer
        judged={[
          judged(1, 'allowed', 'Mentioned.'),
          judged(2, 'uncertain', 'Quoted.'),
          judged(3, 'refused', 'A stranger.'),
          judged(4, 'answered', 'In task 7.'),
          judged(5, 'refused', 'A stranger.'),
        ]}
      />,
    )
    expect(
      screen
        .getByText('1 account can reply automatically, 1 perhaps, 2 only manually, 1 already answered this mention')
        .closest('summary'),
    ).not.toBeNull()
    const items = [...container.querySelectorAll('li')]
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'AutomaticMentioned.@user1',
      'PerhapsQuoted.@user2',
      'ManualA stranger.@user3, @user5',
      'AnsweredIn task 7.@user4',
    ])
    const badges = items.map((item) => item.querySelector('span > span')?.className ?? '')
    expect(badges.map((look) => /(?:success|warn|neutral)/.exec(look)?.[0])).toEqual([
      'success',
      'warn',
      'neutral',
      'neutral',
    ])
    const marks = items.map((item) => item.querySelector('span > span > span')?.className ?? '')
    expect(marks.map((look) => /bg-success|bg-warn|bg-neutral|border-neutral/.exec(look)?.[0])).toEqual([
      'bg-success',
      'bg-warn',
      'border-neutral',
      'bg-neutral',
    ])
    expect(container.querySelector('summary svg')?.getAttribute('aria-hidden')).toBe('true')
  })

  it.each([
    [24, '@user24'],
    [25, '@user24 and 1 more'],
    [27, '@user24 and 3 more'],
  ])('of %i show 24 at most', (count, end) => {
    const all = Array.from({ length: count }, (_, index) => judged(index + 1, 'allowed', 'Mentioned.'))
    const { container } = render(<WhoMayAnswer judged={all} />)
    const names = container.querySelector('li p:last-child')?.textContent ?? ''
    expect([names.slice(0, 14), names.split(', ').length, names.split(', ').at(-1)]).toEqual([
      '@user1, @user2',
      24,
      end,
    ])
  })
})

describe('the thread', () => {
  it('is drawn, but not announced', () => {
    const { container } = render(
      <>
        <ThreadRail line={false}>
          <b />
        </ThreadRail>
        <ThreadRail line className="extra">
          <b />
        </ThreadRail>
        <PhoneThread className="h-6" />
      </>,
    )
    const [without, having, phone] = [...container.children]
    expect([without, having, phone].map((each) => each?.getAttribute('aria-hidden'))).toEqual(['true', 'true', 'true'])
    expect([without, having].map((each) => each?.querySelectorAll('span').length)).toEqual([0, 1])
    expect([having?.classList.contains('extra'), phone?.classList.contains('h-6')]).toEqual([true, true])
  })
})
