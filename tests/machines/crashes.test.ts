import { describe, expect, it } from 'vitest'
import { type AnyActorRef, createMachine, fromCallback } from 'xstate'
import { composerListsMachine } from '../../src/machines/composer/composerLists'
import { createResource } from '../../src/machines/crud/resource'
import { authMachine } from '../../src/machines/session/auth'
import { messages } from '../../src/schemas/messages'
import { run } from '../support/run'
import { atPreview, start } from './composer/composer'
import { draftReplies, link } from './samples'
import { signedIn } from './session/sessionRuns'

const broken = new Error('broken')
const fragile = createMachine({
  on: {
    crash: {
      actions: () => {
        throw broken
      },
    },
  },
})
const crash = (actor: AnyActorRef | undefined) => actor?.send({ type: 'crash' })
const crashed = (message: string) => ({ type: 'crash', message, error: broken })

const openSession = async () => {
  const session = await signedIn(fragile)
  session.send({ type: 'composer.open' })
  return { ...session, children: () => session.actor.getSnapshot().children }
}

describe('a session whose composer crashes', () => {
  it('shows an error, keeps its import and logs out', async () => {
    const session = await openSession()
    const { replyFlow, csvImport } = session.children()
    crash(replyFlow)
    expect(session.told).toEqual([crashed(messages.crash.composer)])
    expect(session.state()).toEqual({
      signedIn: { open: { import: 'importRuns', following: 'followRuns', composer: 'composerStopped' } },
    })
    expect([session.children().replyFlow, session.children().csvImport]).toEqual([undefined, csvImport])
    session.send({ type: 'logout' })
    expect([session.state(), session.inputs('endSession').length]).toEqual([{ signedOut: 'leaving' }, 1])
  })

  it('starts another on request', async () => {
    const session = await openSession()
    const { replyFlow } = session.children()
    crash(replyFlow)
    session.send({ type: 'composer.open' })
    const { replyFlow: another } = session.children()
    expect([another === replyFlow, another?.getSnapshot().status]).toEqual([false, 'active'])
  })
})

it('a session whose import crashes shows an error, runs another, and keeps its composer', async () => {
  const session = await openSession()
  const { replyFlow, csvImport } = session.children()
  crash(csvImport)
  const { csvImport: another } = session.children()
  expect(session.told).toEqual([crashed(messages.crash.csvImport)])
  expect([another === csvImport, another?.getSnapshot().status]).toEqual([false, 'active'])
  expect(session.children().replyFlow).toBe(replyFlow)
  session.send({ type: 'logout' })
  expect(session.state()).toEqual({ signedOut: 'leaving' })
})

it('a session that cannot watch other tabs continues', () => {
  const session = run(authMachine, {
    services: ['restoreSession'],
    actors: {
      watchSession: fromCallback(() => {
        throw broken
      }),
    },
  })
  expect([session.state(), session.actor.getSnapshot().status]).toEqual(['restoring', 'active'])
})

describe('a composer', () => {
  it('whose edit dialog crashes returns to the replies and keeps the typed text', async () => {
    const flow = await atPreview({ editReply: fragile })
    flow.send({ type: 'reply.edit', reply_id: 'r2' })
    flow.type('r2', 'Half a thought')
    crash(flow.edit('r2'))
    expect(flow.told).toEqual([crashed(messages.crash.edit)])
    expect([flow.state(), flow.context().replies]).toEqual(['previewing.whole', draftReplies])
    expect(flow.context().unsaved).toEqual({ reply_id: 'r2', content: 'Half a thought' })
  })

  it('with a crashed reply keeps its text and typed changes, and edits it again', async () => {
    const flow = await atPreview()
    flow.send({ type: 'reply.edit', reply_id: 'r2' })
    flow.type('r2', 'Half a thought')
    const card: AnyActorRef = flow.card('r2')
    card.send({ type: 'xstate.done.actor.edit' })
    expect(flow.told).toMatchObject([{ type: 'crash', message: messages.crash.reply }])
    expect([flow.state(), flow.context().replies]).toEqual(['previewing.whole', draftReplies])
    flow.send({ type: 'reply.edit', reply_id: 'r2' })
    expect([flow.state(), flow.card('r2').getSnapshot().context.unsaved]).toEqual(['editing', 'Half a thought'])
  })

  it('whose draft cannot be stored shows a message and works', async () => {
    const flow = start(undefined, { keepDraft: fragile })
    crash(flow.actor.getSnapshot().children.drafts)
    expect(flow.told).toEqual([crashed(messages.crash.draft)])
    flow.send({ type: 'content.fetch', tweet_url: link })
    expect(flow.inputs('fetchContent')).toEqual([{ tweet_url: link }])
  })
})

it('a screen whose list crashes still opens its dialogs', () => {
  const screen = run(createResource(messages.group), { services: ['create', 'remove'], actors: { list: fragile } })
  crash(screen.actor.getSnapshot().children.list)
  expect(screen.told).toEqual([crashed(messages.crash.list)])
  screen.send({ type: 'create.open' })
  expect(screen.state()).toBe('creating')
})

it.each(['roles', 'groups', 'accounts'] as const)('a composer whose %s crash still loads sample data', (name) => {
  const actors = { roles: fragile, groups: fragile, accounts: fragile }
  const lists = run(composerListsMachine, { services: ['loadSample'], actors })
  crash(lists.actor.getSnapshot().children[name])
  expect(lists.told).toEqual([crashed(messages.crash.list)])
  lists.send({ type: 'sample.load' })
  expect(lists.state()).toBe('loadingSample')
})
