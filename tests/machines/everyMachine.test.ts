import { describe, expect, it } from 'vitest'
import { type AnyActorLogic, type AnyStateNode, createActor } from 'xstate'
import { models } from './models'

const family = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(family)]

/**
 * By machine, the states in which its buttons wait; `unfinished` asks before the tab closes, `writing` keeps the actor
 * alive.
 */
const tags: Record<string, Record<string, string[]>> = {
  auth: {
    busy: ['signedOut.loggingIn', 'signedOut.sendingCode', 'signedOut.registering', 'signedOut.resetting'],
    asksCode: ['signedOut.askingCode', 'signedOut.givingPasskey', 'signedOut.sendingCode'],
    asksPasskey: ['signedOut.usingPasskey', 'signedOut.givingPasskey'],
    isAuthenticated: ['signedIn'],
  },
  replyFlow: {
    busy: [
      'work.open.fetchingContent',
      'work.open.generating',
      'work.open.occupied.rewriting',
      'work.open.occupied.reverting',
      'work.sending',
    ],
  },
  reply: { busy: ['text.reading', 'text.rewriting', 'text.reverting'] },
  editReply: { busy: ['loading', 'saving'] },
  csvImport: {
    busy: ['reading', 'importing', 'grouping'],
    unfinished: ['importing', 'unreached', 'paused', 'interrupted', 'grouping'],
  },
  loader: { busy: ['loading'] },
  resource: { busy: ['saving', 'deleting'], writing: ['saving', 'deleting'] },
  bulkChange: { busy: ['working'], unfinished: ['working'] },
  oneByOne: { busy: ['working'] },
  editor: { busy: ['loading', 'saving'], writing: ['saving'] },
  taskWatch: {
    busy: ['loading', 'retrying', 'deciding', 'confirming'],
    writing: ['retrying', 'deciding', 'confirming'],
  },
  manualPosting: { busy: ['loading', 'deciding', 'confirming'], writing: ['deciding', 'confirming'] },
  inbox: { busy: ['list.loading'], writing: ['changes.storing'] },
  inboxActs: { busy: ['shunning', 'switching'], writing: ['shunning', 'switching'] },
  queue: { busy: ['intake.readingFiles'] },
  historyWatch: { busy: ['loading'] },
  taskFollow: {},
  taskStream: {},
  revision: { busy: ['saving', 'sending'], writing: ['saving', 'sending'] },
  composerLists: { busy: ['loadingSample'] },
  accountCheck: { busy: ['checking'] },
  modelTrial: { busy: ['asking'] },
  leaving: { asking: ['askingToDiscard', 'askingToForget', 'askingToEndImport'] },
  layout: {},
  problemReport: { busy: ['gathering', 'saving'] },
  table: {},
  ownAccount: {
    busy: ['loading', 'dismissing', 'changing', 'ending', 'endingOthers'],
    writing: ['dismissing', 'changing', 'ending', 'endingOthers'],
  },
  secondFactor: {
    busy: ['loading', 'starting', 'checking', 'confirming', 'confirmingByPasskey', 'removing', 'renewing'],
    writing: ['starting', 'checking', 'confirming', 'removing', 'renewing'],
    shownOnce: ['codesShown'],
  },
  passkeys: {
    busy: ['loading', 'preparing', 'asking', 'storing', 'renaming', 'removing'],
    adding: ['preparing', 'asking'],
    writing: ['storing', 'renaming', 'removing'],
    shownOnce: ['codesShown'],
  },
  apiTokens: { busy: ['loading', 'making', 'ending'], writing: ['making', 'ending'], shownOnce: ['tokenShown'] },
  operators: {
    busy: [
      'loading',
      'inviting',
      'resetting',
      'disabling',
      'enabling',
      'naming',
      'removing',
      'endingGrant',
      'takingFactor',
      'deleting',
    ],
    writing: [
      'inviting',
      'resetting',
      'disabling',
      'enabling',
      'naming',
      'removing',
      'endingGrant',
      'takingFactor',
      'deleting',
    ],
    shownOnce: ['linkShown'],
  },
  allowances: { busy: ['loading', 'saving'], writing: ['saving'] },
  savedReplies: { busy: ['saving', 'deleting'], writing: ['saving', 'deleting'] },
  auditLog: { busy: ['loading', 'reading'] },
  connecting: { busy: ['leaving'] },
  consent: { busy: ['reading'] },
  moving: { busy: ['moving'], writing: ['moving'] },
  spending: { busy: ['loading', 'saving'], writing: ['saving'] },
}

const failureOf = (logic: AnyActorLogic): Promise<unknown> =>
  new Promise((resolve) => {
    const actor = createActor(logic)
    actor.subscribe({ error: resolve })
    actor.start()
    setImmediate(() => resolve(undefined))
  })

/** Child machines, and services that appear only as a type, have no placeholder. */
const isPlaceholder = (actor: object): actor is AnyActorLogic => 'transition' in actor && !('root' in actor)

for (const model of models) {
  describe(model.name, () => {
    const nodes = family(model.written.root)

    it('has its own name', () => {
      expect(model.machine.id).toBe(model.name)
    })

    it('handles the failure of everything that it runs', () => {
      const unanswered = nodes.flatMap((node) =>
        node.invoke.flatMap(({ id }) => (node.transitions.has(`xstate.error.actor.${id}`) ? [] : [id])),
      )
      expect(unanswered).toEqual([])
    })

    it('lists the states in which it is busy', () => {
      const statesWith = (tag: string) =>
        nodes.filter((node) => node.tags.includes(tag)).map((node) => node.path.join('.'))
      const found = [...new Set(nodes.flatMap((node) => node.tags))].map((tag) => [tag, statesWith(tag)])
      expect(Object.fromEntries(found)).toEqual(tags[model.name])
    })

    it('waits for named delays with the times of its model', () => {
      const self = createActor(model.machine, { input: model.inputs[0] })
      const { context } = self.getSnapshot()
      const delays = Object.entries(model.written.implementations.delays).map(([name, delay]) => [
        name,
        typeof delay === 'function'
          ? delay({ context, event: { type: '' }, self, system: self.system }, undefined)
          : delay,
      ])
      expect(Object.fromEntries(delays)).toEqual(model.waits)
      const named = nodes.flatMap((node) => node.after.map(({ delay }) => delay))
      expect(named.filter((delay) => typeof delay === 'number')).toEqual([])
    })

    it("has a placeholder for each of its services, whose error contains the service's name", async () => {
      const actors = model.written.implementations.actors
      const invoked = nodes.flatMap((node) => node.invoke.map(({ src }) => src))
      expect(Object.keys(actors).sort()).toEqual([...new Set([...invoked, ...model.spawned])].sort())
      for (const [name, logic] of Object.entries(actors)) {
        if (isPlaceholder(logic)) expect(await failureOf(logic)).toEqual(new Error(`${name} must be provided`))
      }
    })
  })
}
