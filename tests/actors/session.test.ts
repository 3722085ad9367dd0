import fetchMock from 'fetch-mock'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type AnyActorRef, createActor, toPromise, waitFor } from 'xstate'
import { accountResource } from '../../src/machines/accounts/accounts.actors'
import { replyFlow as composer } from '../../src/machines/composer/composer.actors'
import { groupList, groupResource } from '../../src/machines/groups/groups.actors'
import type { AuthRef } from '../../src/machines/session/auth'
import { createLogic } from '../../src/machines/session/session.actors'
import { createBrowserServices } from '../../src/services/browser'
import { createDraftStore } from '../../src/services/storage/draftStore'
import { account, draftReplies, group, link, reviewed, row } from '../machines/samples'
import { storeOurMeta } from '../support/consoleServices'
import { eventually } from '../support/waiting'

const report = vi.fn()
/** Our server, known from an earlier page. */
const load = async () => {
  storeOurMeta()
  const browser = createBrowserServices({ baseUrl: '/api/v1' })
  localStorage.removeItem('auto-comment-bot.meta')
  const services = { ...(await browser.openConsole()), report }
  return { browser, services, logic: createLogic({ ...browser, openConsole: async () => services }) }
}
const { browser, services, logic } = await load()
const drafts = createDraftStore(localStorage)

const calls = () =>
  fetchMock.callHistory
    .calls()
    .map(({ url, options }) => `${options.method?.toUpperCase()} ${url.replace(/^.*\/api\/v1/, '')}`)
const header = (name: string) =>
  fetchMock.callHistory.calls().map(({ options }) => new Headers(options.headers).get(name))

const opened = async (page = logic) => {
  localStorage.setItem('access_token', 'token')
  const auth = createActor(page.auth)
  auth.start()
  await waitFor(auth, (snapshot) => snapshot.matches({ signedIn: 'open' }))
  return auth
}

const openComposer = (auth: AuthRef, page = logic) => {
  const { machineOf, provideComposer } = page.consoleLogic()
  provideComposer(machineOf(composer))
  auth.send({ type: 'composer.open' })
}

const signedIn = async (page = logic) => {
  const auth = await opened(page)
  openComposer(auth, page)
  const { replyFlow, csvImport } = auth.getSnapshot().children
  if (!replyFlow || !csvImport) throw new Error('the session runs neither composer nor import')
  return { auth, replyFlow, csvImport }
}

beforeEach(() => {
  report.mockClear()
  fetchMock.mockGlobal()
})

afterEach(() => {
  fetchMock.hardReset()
})

const startGroupList = () => {
  const groups = createActor(groupList(services), { input: { params: undefined } }).start()
  onTestFinished(() => {
    groups.stop()
  })
  return groups
}

describe('a read', () => {
  it('is loaded and parsed', async () => {
    fetchMock.get('path:/api/v1/groups', [group])
    const groups = startGroupList()
    const { context } = await waitFor(groups, (snapshot) => snapshot.matches('loaded'))
    expect(context.data).toEqual([group])
  })

  it('that fails is reported to the console, not to the operator', async () => {
    fetchMock.get('path:/api/v1/groups', { status: 500, body: { detail: 'Out of order' } })
    const groups = startGroupList()
    await waitFor(groups, (snapshot) => snapshot.matches('failed'))
    expect(report.mock.calls).toMatchObject([[{ status: 500, detail: 'Out of order' }]])
  })

  it('that is no longer needed is aborted silently', async () => {
    fetchMock.get('path:/api/v1/groups', new Promise(() => {}))
    const groups = startGroupList()
    groups.stop()
    const signal = fetchMock.callHistory.lastCall()?.options.signal
    await eventually(() => expect(signal?.aborted).toBe(true))
    expect(report).not.toHaveBeenCalled()
  })
})

describe('a write', () => {
  it('continues after its screen was closed', async () => {
    fetchMock.get('path:/api/v1/groups', []).post('path:/api/v1/groups', 201)
    const groups = createActor(groupResource(services))
    groups.start()
    groups.send({ type: 'create.open' })
    groups.send({ type: 'create.submit', body: { name: 'Launch', description: 'Spring' } })
    groups.stop()
    expect(calls()).toContain('POST /groups')
    expect(fetchMock.callHistory.lastCall()?.options.signal).toBeUndefined()
  })

  it('loads the list again', async () => {
    fetchMock.get('path:/api/v1/twitter/accounts', [account]).delete('path:/api/v1/twitter/accounts/3', 204)
    const accounts = createActor(accountResource(services))
    accounts.start()
    accounts.send({ type: 'delete.request', item: account })
    accounts.send({ type: 'delete.confirm' })
    await waitFor(accounts, (snapshot) => snapshot.matches('browsing'))
    expect(calls()).toEqual([
      'GET /twitter/accounts?group=',
      'DELETE /twitter/accounts/3',
      'GET /twitter/accounts?group=',
    ])
    accounts.stop()
  })
})

describe('a send', () => {
  it('without an answer is repeated with the same key, even after a reload', async () => {
    drafts.save(reviewed)
    fetchMock.postOnce('path:/api/v1/twitter/tweet/batch-post-replies', { throws: new TypeError('lost') })
    const first = await signedIn()
    first.replyFlow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    await waitFor(first.replyFlow, (snapshot) => snapshot.matches({ work: { open: 'previewing' } }))
    first.auth.stop()

    fetchMock.post('path:/api/v1/twitter/tweet/batch-post-replies', { status: 201, body: { task_id: 't1' } })
    const second = await signedIn()
    second.replyFlow.send({ type: 'replies.send', target: { group_name: 'Launch' } })
    const { context } = await waitFor(second.replyFlow, (snapshot) => snapshot.matches({ work: 'sent' }))
    const reply_ids = draftReplies.map(({ reply_id }) => reply_id)
    expect(context.sent).toEqual({ mode: 'batch', task_id: 't1', reply_ids })
    const [one, other] = header('Idempotency-Key')
    expect(one).toMatch(/^[0-9a-f]{32}$/)
    expect(other).toBe(one)
    second.auth.stop()
  })

  it('of other replies, or to another group, has its own key while the first outcome is unknown', async () => {
    drafts.save(reviewed)
    fetchMock.post('path:/api/v1/twitter/tweet/batch-post-replies', { throws: new TypeError('lost') })
    const { auth, replyFlow } = await signedIn()
    for (const group_name of ['Launch', 'Crew']) {
      replyFlow.send({ type: 'replies.send', target: { group_name } })
      await waitFor(replyFlow, (snapshot) => snapshot.matches({ work: { open: 'previewing' } }))
    }
    expect(new Set(header('Idempotency-Key').filter((key) => key !== null)).size).toBe(2)
    auth.stop()
  })
})

describe('a session', () => {
  const opened = (views: () => Promise<void>) => {
    localStorage.setItem('access_token', 'token')
    const auth = createActor(createLogic({ ...browser, openConsole: async () => services }, views).auth)
    auth.start()
    return auth
  }

  it('opens when the code of its first screen has loaded', async () => {
    let arrive = () => {}
    const auth = opened(() => new Promise((resolve) => (arrive = resolve)))
    await waitFor(auth, (snapshot) => snapshot.matches({ signedIn: 'opening' }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(auth.getSnapshot().value).toEqual({ signedIn: 'opening' })
    arrive()
    await waitFor(auth, (snapshot) => snapshot.matches({ signedIn: 'open' }))
    auth.stop()
  })

  it('stays unopened without that code, and requests it again', async () => {
    const views = vi.fn(async () => {})
    views.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    const auth = opened(views)
    await waitFor(auth, (snapshot) => snapshot.matches({ signedIn: 'unopened' }))
    auth.send({ type: 'session.open' })
    await waitFor(auth, (snapshot) => snapshot.matches({ signedIn: 'open' }))
    expect(views).toHaveBeenCalledTimes(2)
    auth.stop()
  })
})

describe('an expired session', () => {
  it('ends here and keeps the draft', async () => {
    fetchMock.post('path:/api/v1/twitter/tweet/content', { status: 401, body: { detail: 'Sign in' } })
    window.history.replaceState(null, '', '/admin/home')
    const { auth, replyFlow } = await signedIn()
    replyFlow.send({ type: 'draft.change', form: { tweet_url: link } })
    replyFlow.send({ type: 'content.fetch', tweet_url: link })
    const { context } = await waitFor(auth, (snapshot) => snapshot.matches('signedOut'))
    expect(context.returnTo).toBe('/admin/home')
    expect(localStorage.getItem('access_token')).toBeNull()
    expect(drafts.load()?.form.tweet_url).toBe(link)
    auth.stop()
  })

  it.each([
    ['ada', '/admin/group/1'],
    ['eve', '/admin/home'],
  ])('of ada, ended in another tab while %s signs in there, continues at %s', async (operator, to) => {
    localStorage.setItem('auto-comment-bot.operator', 'ada')
    const auth = await opened((await load()).logic)
    window.history.replaceState(null, '', '/admin/group/1')
    const led = vi.fn()
    auth.on('navigate', (event) => {
      window.history.replaceState(null, '', event.to)
      led(event.to)
    })
    const otherTabSets = (token: string) => {
      localStorage.setItem('access_token', token)
      window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }))
    }
    otherTabSets('')
    localStorage.setItem('auto-comment-bot.operator', operator)
    otherTabSets('another token')
    await waitFor(auth, (snapshot) => snapshot.matches({ signedIn: 'open' }))
    expect(led.mock.calls).toEqual([['/login'], [to]])
    auth.stop()
  })
})

describe('an import', () => {
  it('creates one account after the other and continues after a duplicate', async () => {
    fetchMock
      .postOnce('path:/api/v1/twitter/accounts', { status: 409, body: { detail: '@ada is there already' } })
      .post('path:/api/v1/twitter/accounts', 201)
    const { auth, csvImport } = await signedIn()
    const told = vi.fn()
    onTestFinished(services.accountChanges.watch(told))
    const cells = ({ values }: ReturnType<typeof row>) => Object.values(values).join(',')
    const text = [Object.keys(row(1, '').values).join(','), cells(row(2, '@ada')), cells(row(3, '@bob'))].join('\n')
    csvImport.send({ type: 'file.choose', file: services.files.hold(new File([text], 'agents.csv')) })
    const { context } = await waitFor(csvImport, (snapshot) => snapshot.matches('settled'))
    expect([context.created, told.mock.calls.length]).toEqual([1, 1])
    expect(context.rejected).toMatchObject([{ row: 0, reason: '@ada is there already' }])
    expect(fetchMock.callHistory.calls().map(({ options }) => JSON.parse(String(options.body)))).toEqual([
      row(2, '@ada').values,
      row(3, '@bob').values,
    ])
    auth.stop()
  })
})

describe('the edit dialog', () => {
  it('reads and writes the reply', async () => {
    drafts.save(reviewed)
    fetchMock
      .get('path:/api/v1/twitter/replies/detail/r1', { reply_id: 'r1', content: 'As stored' })
      .put('path:/api/v1/twitter/replies/r1', 200)
    const { auth, replyFlow } = await signedIn()
    replyFlow.send({ type: 'reply.edit', reply_id: 'r1' })
    const edit = replyFlow.getSnapshot().context.cards[0]?.getSnapshot().children.edit
    if (!edit) throw new Error('no dialog')
    await waitFor(edit, (snapshot) => snapshot.matches('editing'))
    edit.send({ type: 'reply.save', content: 'Edited' })
    await toPromise(edit)
    expect(replyFlow.getSnapshot().context.replies[0]).toEqual({ reply_id: 'r1', content: 'Edited', generated: 'One' })
    expect(drafts.load()?.replies[0]?.content).toBe('Edited')
    auth.stop()
  })
})

describe('a composer', () => {
  it('that was not opened keeps its draft, even if its code never loads', async () => {
    drafts.save(reviewed)
    const auth = await opened()
    expect(auth.getSnapshot().children.replyFlow).toBeUndefined()
    auth.stop()
    const later = await signedIn()
    expect(later.replyFlow.getSnapshot().context.replies).toEqual(draftReplies)
    later.auth.stop()
  })

  it('runs once per session, however often its screen is shown', async () => {
    const { auth, replyFlow } = await signedIn()
    openComposer(auth)
    expect(auth.getSnapshot().children.replyFlow).toBe(replyFlow)
    auth.stop()
  })
})

describe('a crash', () => {
  const breakBy = (actor: AnyActorRef | undefined, type: string) => actor?.send({ type })

  it('of the composer does not affect the import and logging out', async () => {
    fetchMock.post('path:/api/v1/auth/logout', 204)
    const { auth, replyFlow, csvImport } = await signedIn()
    breakBy(replyFlow, 'draft.change')
    expect(auth.getSnapshot().matches({ signedIn: { open: { composer: 'composerStopped' } } })).toBe(true)
    expect(csvImport.getSnapshot().status).toBe('active')
    auth.send({ type: 'logout' })
    await waitFor(auth, (snapshot) => snapshot.matches({ signedOut: 'idle' }))
    expect(localStorage).toHaveLength(0)
    auth.stop()
  })

  it('of the import does not affect the composer, and another file can be chosen', async () => {
    const { auth, replyFlow, csvImport } = await signedIn()
    breakBy(csvImport, 'file.choose')
    const { replyFlow: same, csvImport: another } = auth.getSnapshot().children
    expect([same === replyFlow, another === csvImport]).toEqual([true, false])
    another?.send({ type: 'file.choose', file: services.files.hold(new File([], 'agents.csv')) })
    expect(another?.getSnapshot().matches('reading')).toBe(true)
    auth.stop()
  })

  it('of the edit dialog does not affect the composer', async () => {
    drafts.save(reviewed)
    fetchMock.get('path:/api/v1/twitter/replies/detail/r1', new Promise(() => {}))
    const { auth, replyFlow } = await signedIn()
    replyFlow.send({ type: 'reply.edit', reply_id: 'r1' })
    breakBy(replyFlow.getSnapshot().context.cards[0]?.getSnapshot().children.edit, 'xstate.done.actor.load')
    expect(replyFlow.getSnapshot().matches({ work: { open: 'previewing' } })).toBe(true)
    auth.stop()
  })
})

describe('logging out', () => {
  it('deletes token and draft, and revokes the token', async () => {
    fetchMock.post('path:/api/v1/auth/logout', 204)
    const { auth, replyFlow } = await signedIn()
    replyFlow.send({ type: 'draft.change', form: { tweet_url: link } })
    auth.send({ type: 'logout' })
    await waitFor(auth, (snapshot) => snapshot.matches({ signedOut: 'idle' }))
    expect(header('Authorization')).toEqual(['Bearer token'])
    expect(localStorage).toHaveLength(0)
    auth.stop()
  })

  it('deletes a draft that was never opened', async () => {
    drafts.save(reviewed)
    fetchMock.post('path:/api/v1/auth/logout', 204)
    const auth = await opened()
    auth.send({ type: 'logout' })
    await waitFor(auth, (snapshot) => snapshot.matches({ signedOut: 'idle' }))
    expect(localStorage).toHaveLength(0)
    auth.stop()
  })

  it('deletes the draft of this tab, not the draft of an operator who signed in in another tab', async () => {
    fetchMock.post('path:/api/v1/auth/logout', 204)
    localStorage.setItem('auto-comment-bot.operator', 'ada')
    const { auth, replyFlow } = await signedIn((await load()).logic)
    replyFlow.send({ type: 'draft.change', form: { tweet_url: link } })
    localStorage.setItem('auto-comment-bot.operator', 'eve')
    localStorage.setItem('auto-comment-bot.draft.eve', 'hers')
    expect(localStorage.getItem('auto-comment-bot.draft.ada')).toContain(link)
    auth.send({ type: 'logout' })
    await waitFor(auth, (snapshot) => snapshot.matches({ signedOut: 'idle' }))
    expect(localStorage.getItem('auto-comment-bot.draft.ada')).toBeNull()
    expect(localStorage.getItem('auto-comment-bot.draft.eve')).toBe('hers')
    auth.stop()
  })

  it('deletes unsaved text, even if the same operator signs in again', async () => {
    fetchMock.post('path:/api/v1/auth/logout', 204)
    localStorage.setItem('auto-comment-bot.operator', 'ada')
    const page = await load()
    const auth = await opened(page.logic)
    page.services.typed.set('group', 'half a name')
    expect(page.services.typed.get('group')).toBe('half a name')
    auth.send({ type: 'logout' })
    await waitFor(auth, (snapshot) => snapshot.matches({ signedOut: 'idle' }))
    expect(page.services.typed.get('group')).toBeUndefined()
    auth.stop()
  })
})
