import { createActor, fromPromise } from 'xstate'
import type { editReplyMachine } from '../../src/machines/composer/editReply'
import { replyFlowMachine } from '../../src/machines/composer/replyFlow'
import { createLoader } from '../../src/machines/crud/loader'
import { provided } from '../../src/machines/crud/provided.actors'
import type { AllActors } from '../../src/machines/crud/service'
import { historyWatchMachine } from '../../src/machines/history/historyWatch'
import { authMachine } from '../../src/machines/session/auth'
import type { Group } from '../../src/schemas/groups/groups'
import { useScreenActor } from '../../src/views/shell/screenActor'
import type { editReply } from '../machines/composer/composerModels'
import { defineModel } from '../support/machineModel'
import type { ReplayOf } from '../support/replay'

/** Never run: the compiler is the test. Each line below an expectation must be an error. */
export const mistakes = () => {
  const auth = createActor(authMachine)
  const flow = createActor(replyFlowMachine)
  const groupLoader = provided(() => createLoader<Group[]>())

  // @ts-expect-error an event that the machine does not know
  auth.send({ type: 'login.sumbit', body: { email: 'a@example.org', password: 'secret' } })
  // @ts-expect-error an event without its payload
  auth.send({ type: 'login.submit' })
  // @ts-expect-error a payload of another type
  flow.send({ type: 'preview.request', role_id: true, count: 1 })
  // @ts-expect-error a state that the machine does not have
  auth.getSnapshot().matches('signedUp')
  // @ts-expect-error an inner state that the machine does not have
  flow.getSnapshot().matches({ work: { open: { generating: 'everything' } } })
  // @ts-expect-error an inner state that no watch has
  createActor(historyWatchMachine).getSnapshot().matches({ live: 'polled' })
  // @ts-expect-error a tag that the machine does not have
  flow.getSnapshot().hasTag('bussy')
  // @ts-expect-error an event that the machine does not emit
  flow.on('replies.sent', () => {})

  const watched = {
    pause: [{ type: 'pause' }],
    resume: [{ type: 'resume' }],
    'page.reload': [{ type: 'page.reload' }],
  } as const
  // @ts-expect-error a delay without how long it is to be
  defineModel({ name: 'historyWatch', machine: historyWatchMachine, events: watched, answers: {} })

  // @ts-expect-error a service that the machine does not ask for
  replyFlowMachine.provide({ actors: { sendReplys: fromPromise(async () => ({})) } })
  // @ts-expect-error a service with another answer
  createLoader<Group[]>().provide({ actors: { load: fromPromise<{ data: string }>(async () => ({ data: '' })) } })
  // @ts-expect-error an actor without its input
  createActor(createLoader<Group[]>())

  // @ts-expect-error a view's actor without its input
  useScreenActor(groupLoader)
  // @ts-expect-error a view's actor with another input
  useScreenActor(groupLoader, { params: 'all' })

  defineModel({
    name: 'auth',
    machine: authMachine,
    // @ts-expect-error a model without a sample of every event
    events: { logout: [{ type: 'logout' }] },
    answers: {},
  })
}

const act = async () => {}

export const servicesWithout = {
  // @ts-expect-error a machine that is to run without one of its services
  editReply: { loadReply: act } satisfies AllActors<typeof editReplyMachine>,
}

type EditReplay = ReplayOf<typeof editReply>

export const replayWithout = {
  // @ts-expect-error a replay that says nothing about an event
  does: { 'reply.save': act } satisfies EditReplay['does'],
  // @ts-expect-error a replay that says nothing about a state
  sees: { loading: act, editing: act, closed: act } satisfies EditReplay['sees'],
  // @ts-expect-error a replay that says nothing about a service
  answers: { load: { done: act, error: act } } satisfies EditReplay['answers'],
}
