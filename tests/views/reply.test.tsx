import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CharacterFace } from '../../src/views/ui'
import { type DeliveringServer, postBaseUrl, startDeliveringServer } from '../support/deliveringServer'
import { renderConsole } from '../support/renderConsole'
import { sampleRole } from '../support/serverFakes'

let server: DeliveringServer

beforeEach(async () => {
  server = await startDeliveringServer()
})
afterEach(() => server.close())

const link = 'https://x.com/maker/status/1900000000000000001'

const openHome = async () => {
  const { user } = renderConsole(server, '/admin/home')
  await screen.findByRole('heading', { name: 'Auto Comment Bot', level: 1 })
  return user
}

const fetchPost = async (user: UserEvent, pasted = link) => {
  await user.click(await screen.findByLabelText('X post link'))
  await user.paste(pasted)
  await user.click(screen.getByRole('button', { name: 'Get Content' }))
}

const chooseCharacter = async (user: UserEvent) => {
  await screen.findByRole('option', { name: 'Mara · deadpan · gpt-test' })
  await user.selectOptions(screen.getByLabelText('AI/Model'), 'Mara · deadpan · gpt-test')
}

/** As far as a reviewed batch: a fetched post and `count` replies to it. */
const preview = async (user: UserEvent, count: number) => {
  await fetchPost(user)
  await screen.findByText('Get content success!')
  await chooseCharacter(user)
  await user.selectOptions(screen.getByLabelText('Group'), 'launch-crew')
  await setCount(user, String(count))
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await replyCard(count)
}

const setCount = async (user: UserEvent, count: string) => {
  await user.clear(screen.getByLabelText('Count'))
  await user.type(screen.getByLabelText('Count'), count)
}

const replyCard = (number: number) => screen.findByRole('group', { name: `Reply ${number}` })

const texts = () =>
  screen
    .queryAllByRole('group', { name: /^Reply \d+$/ })
    .map((card) => card.querySelector('p:not([aria-hidden])')?.textContent)

/** What is drawn in the faces of the first two replies. */
const faces = async () =>
  Promise.all([1, 2].map(async (number) => (await replyCard(number)).querySelector('svg')?.innerHTML))

const lookOf = (name: string) => render(<CharacterFace name={name} />).container.querySelector('svg')?.innerHTML

const editTo = async (user: UserEvent, number: number, content: string) => {
  await user.click(within(await replyCard(number)).getByRole('button', { name: 'Edit' }))
  const field = await screen.findByRole('textbox', { name: 'Reply Content' })
  await waitFor(() => expect(field.hasAttribute('readonly')).toBe(false))
  await user.clear(field)
  if (content) {
    await user.click(field)
    await user.paste(content)
  }
  await user.click(screen.getByRole('button', { name: 'Save' }))
}

const sent = () => server.postedTo.posts.map(({ sent, authorId }) => ({ sent, authorId }))

describe('the fields', () => {
  beforeEach(() => server.furnish(['ada', 'bob']))

  it('say what is missing when Preview is clicked', async () => {
    const user = await openHome()
    await screen.findByRole('option', { name: 'launch-crew' })
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('X post link is required')).toBeDefined()
    expect(screen.getByText('AI Model selection is required')).toBeDefined()
    expect(screen.getByText('Group selection is required')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('X post link'))
  })

  it('hold the count between one and the number of accounts in the group', async () => {
    const user = await openHome()
    await screen.findByRole('option', { name: 'launch-crew' })
    await user.selectOptions(screen.getByLabelText('Group'), 'launch-crew')
    expect(screen.getByText('2 accounts in this group, 2 of them active.')).toBeDefined()
    await setCount(user, '3')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('Maximum value is 2')).toBeDefined()
    await setCount(user, '0')
    expect(screen.queryByText('Maximum value is 2')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('Reply count must be at least 1')).toBeDefined()
  })

  it('refuse a link that names no post on X without asking anybody', async () => {
    const user = await openHome()
    await fetchPost(user, 'https://x.com.example.org/maker/status/1900000000000000001')
    expect(await screen.findByText('Paste a link to one post on x.com or twitter.com')).toBeDefined()
    expect(server.requests.filter(({ call }) => call.startsWith('POST'))).toEqual([])
  })

  it('tell below the link that the content could not be fetched, and keep what was typed', async () => {
    server.answerNext('POST /twitter/tweet/content', { status: 404, body: { detail: 'X has no such post' } })
    const user = await openHome()
    await fetchPost(user)
    expect(await screen.findByText('Get content fail.')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe(link)
  })

  it('ask for the content before a preview', async () => {
    const user = await openHome()
    await user.click(await screen.findByLabelText('X post link'))
    await user.paste(link)
    await chooseCharacter(user)
    await user.selectOptions(screen.getByLabelText('Group'), 'launch-crew')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('Fetch tweet content first!')).toBeDefined()
  })

  it('fetch the content when Enter is pressed in the link', async () => {
    const user = await openHome()
    await user.type(await screen.findByLabelText('X post link'), `${link}{Enter}`)
    expect(await screen.findByText('Get content success!')).toBeDefined()
    expect(screen.getByText('Text of 1900000000000000001')).toBeDefined()
  })

  it('start anew for the other way of sending', async () => {
    const user = await openHome()
    await preview(user, 2)
    await user.click(screen.getByRole('tab', { name: 'Solo Send' }))
    expect(await screen.findByLabelText('Media Agent')).toBeDefined()
    expect(screen.queryByLabelText('Count')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe('')
    expect(texts()).toEqual([])
  })
})

describe('without anything to choose from', () => {
  it('says what to create first, at the fields and in a checklist', async () => {
    const user = await openHome()
    expect(await screen.findByText(/No AI roles found\. Please create an AI Model first\./)).toBeDefined()
    expect(screen.getByText(/No groups found\. Please create a group first\./)).toBeDefined()
    const checklist = screen.getByRole('region', { name: 'Before the first reply' })
    expect(
      within(checklist)
        .getAllByRole('link')
        .map((each) => each.getAttribute('href')),
    ).toEqual(['/admin/group', '/admin/media-agent', '/admin/ai-character'])
    expect(screen.queryByRole('button', { name: 'Load sample data' })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Solo Send' }))
    expect(await screen.findByText(/No Media Agent found\. Please create a group first\./)).toBeDefined()
  })

  it('offers sample data in the sandbox, and shows it once it is there', async () => {
    server.answerNext('GET /meta', {
      status: 200,
      body: { sandbox: true, sign_up_open: true, x_post_base_url: postBaseUrl },
    })
    const user = await openHome()
    server.answerNext('POST /sandbox/sample', { status: 503, body: { detail: 'The sandbox is away' } })
    await user.click(await screen.findByRole('button', { name: 'Load sample data' }))
    expect(await screen.findAllByText('The sandbox is away')).not.toEqual([])
    await server.furnish(['ada'])
    server.answerNext('POST /sandbox/sample', { status: 201 })
    await user.click(screen.getByRole('button', { name: 'Load sample data' }))
    expect(await screen.findByRole('option', { name: 'launch-crew' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Before the first reply' })).toBeNull())
  })

  it('stays silent about a list that could not be loaded, and offers to try again', async () => {
    await server.furnish(['ada'])
    server.answerNext('GET /groups', { status: 500 })
    const user = await openHome()
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('option', { name: 'launch-crew' })).toBeDefined()
    expect(screen.queryByText('No groups found. Please create a group first.')).toBeNull()
  })
})

describe('a batch', () => {
  beforeEach(() => server.furnish(['ada', 'bob', 'cyd']))

  it('posts what was reviewed, byte for byte, and then shows the outcome per account', async () => {
    const user = await openHome()
    await preview(user, 2)
    await editTo(user, 2, 'Edited by hand: 1 < 2 & “quotes” 👋')
    await within(await replyCard(2)).findByText('Edited')
    const reviewed = texts()
    expect(reviewed[1]).toBe('Edited by hand: 1 < 2 & “quotes” 👋')
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))

    const outcome = await screen.findByRole('region', { name: 'Sent' })
    expect(document.activeElement).toBe(outcome)
    await waitFor(() => expect(within(outcome).getAllByText('completed', { selector: 'li *' })).toHaveLength(2))
    expect(sent().map((post) => post.sent)).toEqual(reviewed)
    expect(new Set(sent().map((post) => post.authorId)).size).toBe(2)
    expect(
      within(outcome)
        .getAllByRole('link', { name: 'View reply' })
        .map((each) => each.getAttribute('href')),
    ).toEqual(server.postedTo.posts.map(({ authorId, id }) => `${postBaseUrl}/${authorId}/status/${id}`))
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe('')
    expect(texts()).toEqual([])

    await user.click(within(outcome).getByRole('link', { name: 'Task Details' }))
    expect(await screen.findByRole('heading', { name: 'Task Details' })).toBeDefined()
  })

  it('names the accounts before the click', async () => {
    const user = await openHome()
    await preview(user, 2)
    const bar = screen.getByRole('region', { name: 'Send' })
    expect(bar.textContent).toContain('2 replies through launch-crew, 3 accounts')
    expect(
      within(bar)
        .getAllByRole('listitem', { hidden: true })
        .map((each) => each.textContent),
    ).toEqual(['@ada', '@bob', '@cyd'])
    const summary = within(bar).getByText('3 accounts')
    const isOpen = () => summary.closest('details')?.open
    await user.click(summary)
    expect(isOpen()).toBe(true)
    await user.keyboard('{Escape}')
    expect(isOpen()).toBe(false)
    await user.click(summary)
    await user.click(screen.getByLabelText('X post link'))
    expect(isOpen()).toBe(false)
  })

  it('is sent by Ctrl+Enter', async () => {
    const user = await openHome()
    await preview(user, 1)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByRole('region', { name: 'Sent' })
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('keeps everything when it is refused, in the server’s words', async () => {
    const user = await openHome()
    await preview(user, 2)
    const reviewed = texts()
    server.answerNext('POST /twitter/tweet/batch-post-replies', {
      status: 409,
      body: { detail: 'Replies 1 and 2 are nearly identical' },
    })
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    expect(await screen.findAllByText('Replies 1 and 2 are nearly identical')).not.toEqual([])
    expect(texts()).toEqual(reviewed)
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe(link)
  })

  it('is sent once when the answer was lost and the operator clicks again', async () => {
    const user = await openHome()
    await preview(user, 1)
    server.answerNext('POST /twitter/tweet/batch-post-replies', { status: 0 })
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    expect(await screen.findAllByText('An error occurred')).not.toEqual([])
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    await screen.findByRole('region', { name: 'Sent' })
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('locks both ways of sending while it is sent', async () => {
    const user = await openHome()
    await preview(user, 1)
    const release = server.holdNext('POST /twitter/tweet/batch-post-replies')
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    expect(screen.getByRole<HTMLButtonElement>('tab', { name: 'Solo Send' }).disabled).toBe(true)
    release()
    await screen.findByRole('region', { name: 'Sent' })
    expect(screen.getByRole<HTMLButtonElement>('tab', { name: 'Solo Send' }).disabled).toBe(false)
  })

  it('says so when the group has fewer active accounts than there are replies', async () => {
    await server.database.db.updateTable('accounts').set({ is_active: 0 }).where('username_key', '=', 'cyd').execute()
    const user = await openHome()
    await preview(user, 3)
    expect(screen.getByText('3 accounts in this group, 2 of them active.')).toBeDefined()
    expect(screen.getByText('2 of 3 accounts are active; every reply needs its own.')).toBeDefined()
  })
})

describe('a reply under review', () => {
  beforeEach(() => server.furnish(['ada', 'bob', 'cyd']))

  it('is rewritten alone, and one more is added', async () => {
    const user = await openHome()
    await preview(user, 2)
    const [first, second] = texts()
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Rewrite' }))
    await waitFor(() => expect(texts()[0]).not.toBe(first))
    expect(texts()[1]).toBe(second)
    await user.click(screen.getByRole('button', { name: 'Add one more' }))
    await replyCard(3)
    expect(texts()).toHaveLength(3)
    expect(server.generate.mock.calls.map(([{ count }]) => count)).toEqual([2, 1, 1])
  })

  it('keeps the face of the character that wrote it, also over a reload', async () => {
    await server.me.call('POST', '/ai-roles', { ...sampleRole, name: 'Jonas' })
    const user = await openHome()
    await preview(user, 2)
    await user.selectOptions(screen.getByLabelText('AI/Model'), 'Jonas · deadpan · gpt-test')
    expect(await faces()).toEqual([lookOf('Mara'), lookOf('Mara')])
    const [first] = texts()
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Rewrite' }))
    await waitFor(() => expect(texts()[0]).not.toBe(first))
    await user.selectOptions(screen.getByLabelText('AI/Model'), 'Mara · deadpan · gpt-test')
    expect(await faces()).toEqual([lookOf('Jonas'), lookOf('Mara')])
    cleanup()
    await openHome()
    await screen.findByRole('option', { name: 'Jonas · deadpan · gpt-test' })
    expect(await faces()).toEqual([lookOf('Jonas'), lookOf('Mara')])
  })

  it('needs content', async () => {
    const user = await openHome()
    await preview(user, 1)
    const [before] = texts()
    await editTo(user, 1, '')
    expect(await screen.findByText('Content is required')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(texts()).toEqual([before])
  })

  it('goes back to the generated text', async () => {
    const user = await openHome()
    await preview(user, 1)
    const [generated] = texts()
    await editTo(user, 1, 'Something else')
    await within(await replyCard(1)).findByText('Edited')
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Back to the generated text' }))
    await waitFor(() => expect(texts()).toEqual([generated]))
    expect(within(await replyCard(1)).queryByText('Edited')).toBeNull()
  })

  it('stays editable when its stored text cannot be loaded', async () => {
    const user = await openHome()
    await preview(user, 1)
    const [generated] = texts()
    const { reply_id } = await server.database.db
      .selectFrom('replies')
      .select('id as reply_id')
      .executeTakeFirstOrThrow()
    server.answerNext(`GET /twitter/replies/detail/${reply_id}`, { status: 500 })
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Edit' }))
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply Content' })
    await waitFor(() => expect(field.readOnly).toBe(false))
    expect(field.value).toBe(generated)
  })

  it('keeps the words being typed when saving fails', async () => {
    const user = await openHome()
    await preview(user, 1)
    const { reply_id } = await server.database.db
      .selectFrom('replies')
      .select('id as reply_id')
      .executeTakeFirstOrThrow()
    server.answerNext(`PUT /twitter/replies/${reply_id}`, { status: 503 })
    await editTo(user, 1, 'Not lost')
    expect(await screen.findAllByText('Failed to update Reply content. Please try again.')).not.toEqual([])
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply Content' }).value).toBe('Not lost')
  })

  it('is copied', async () => {
    const user = userEvent.setup()
    await openHome()
    await preview(user, 1)
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Copy' }))
    expect(await screen.findAllByText('Copied')).not.toEqual([])
    expect(await navigator.clipboard.readText()).toBe(texts()[0])
  })

  it('obeys E, C and R only while it has focus', async () => {
    const user = await openHome()
    await preview(user, 1)
    screen.getByRole('heading', { level: 1 }).focus()
    await user.keyboard('er')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.generate).toHaveBeenCalledTimes(1)
    const [before] = texts()
    within(await replyCard(1))
      .getByRole('button', { name: 'Copy' })
      .focus()
    await user.keyboard('r')
    await waitFor(() => expect(texts()[0]).not.toBe(before))
    within(await replyCard(1))
      .getByRole('button', { name: 'Copy' })
      .focus()
    await user.keyboard('e')
    expect(await screen.findByRole('dialog')).toBeDefined()
  })

  it('is marked where it is too long, and can be sent all the same', async () => {
    const user = await openHome()
    await preview(user, 1)
    await editTo(user, 1, `${'a'.repeat(280)}beyond`)
    const card = await replyCard(1)
    expect(await within(card).findByText('6 over 280')).toBeDefined()
    expect(card.querySelector('mark')?.textContent).toBe('beyond')
    expect(screen.getByText('Reply 1 is over 280; X may refuse it on standard accounts.')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Batch Send' }).disabled).toBe(false)
  })

  it('is flagged for links and for people who did not write the post', async () => {
    const user = await openHome()
    await preview(user, 1)
    await editTo(user, 1, 'Thanks @maker, as @stranger wrote on example.org')
    const card = await replyCard(1)
    expect(await within(card).findByText('This reply contains a link: example.org.')).toBeDefined()
    expect(within(card).getByText('This reply mentions @stranger, who did not write the post.')).toBeDefined()
    expect(screen.getByText('Reply 1 contains a link or mentions somebody else.')).toBeDefined()
  })
})

describe('a draft', () => {
  beforeEach(() => server.furnish(['ada', 'bob']))

  it('survives a reload', async () => {
    const user = await openHome()
    await preview(user, 2)
    const reviewed = texts()
    cleanup()
    await openHome()
    await replyCard(2)
    expect(texts()).toEqual(reviewed)
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe(link)
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Group').value).toBe('launch-crew'))
  })

  it('is cleared on request', async () => {
    const user = await openHome()
    await preview(user, 1)
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.getByLabelText<HTMLInputElement>('X post link').value).toBe('')
    expect(texts()).toEqual([])
    expect(document.activeElement).toBe(screen.getByLabelText('X post link'))
    expect(screen.queryByText('Draft kept on this device')).toBeNull()
  })
})

describe('solo', () => {
  beforeEach(() => server.furnish(['ada', 'bob']))

  const previewSolo = async (user: UserEvent) => {
    await user.click(screen.getByRole('tab', { name: 'Solo Send' }))
    await fetchPost(user)
    await screen.findByText('Get content success!')
    await chooseCharacter(user)
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    expect(await screen.findByText('Media Agent selection is required')).toBeDefined()
    await user.selectOptions(screen.getByLabelText('Media Agent'), '@bob')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await replyCard(1)
  }

  it('posts one reply through the chosen account', async () => {
    const user = await openHome()
    await previewSolo(user)
    expect(texts()).toHaveLength(1)
    const reviewed = texts()
    expect(screen.getByRole('region', { name: 'Send' }).textContent).toContain('1 reply through @bob')
    await user.click(screen.getByRole('button', { name: 'Solo Send' }))
    await screen.findByRole('region', { name: 'Sent' })
    await waitFor(() => expect(sent()).toEqual([{ sent: reviewed[0], authorId: 'bob' }]))
  })

  it('says that it failed', async () => {
    const user = await openHome()
    await previewSolo(user)
    server.answerNext('POST /twitter/tweet/post-reply', { status: 500 })
    await user.click(screen.getByRole('button', { name: 'Solo Send' }))
    expect(await screen.findAllByText('Failed to post replies. Please try again.')).not.toEqual([])
    expect(texts()).toHaveLength(1)
  })
})

describe('with a provider that answers only what the specification shows', () => {
  beforeEach(() => server.furnish(['ada']))

  it('shows the handle and id of the link, and leads to History after a send', async () => {
    server.answerNext('POST /twitter/tweet/content', { status: 200, body: { tweet_id: '1900000000000000001' } })
    server.answerNext('POST /twitter/tweet/generate-reply', {
      status: 200,
      body: { replies: [{ reply_id: 7, content: 'Hello' }] },
    })
    server.answerNext('POST /twitter/tweet/batch-post-replies', { status: 200 })
    const user = await openHome()
    await preview(user, 1)
    const post = screen.getByRole('article')
    expect(post.textContent).toContain('@maker')
    expect(post.textContent).toContain('Post 1900000000000000001')
    expect(within(post).getByRole('link', { name: 'Open on X' }).getAttribute('href')).toBe(
      `${postBaseUrl}/maker/status/1900000000000000001`,
    )
    server.answerNext('GET /twitter/replies/detail/7', {
      status: 200,
      body: { id: 7, content: 'Hello from the store' },
    })
    server.answerNext('PUT /twitter/replies/7', { status: 204 })
    await user.click(within(await replyCard(1)).getByRole('button', { name: 'Edit' }))
    const field = await screen.findByRole('textbox', { name: 'Reply Content' })
    await waitFor(() => expect(field).toHaveProperty('value', 'Hello from the store'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(texts()).toEqual(['Hello from the store']))
    await user.click(screen.getByRole('button', { name: 'Batch Send' }))
    const outcome = await screen.findByRole('region', { name: 'Sent' })
    expect(within(outcome).getByRole('link', { name: 'History' }).getAttribute('href')).toBe('/admin/history')
  })
})
