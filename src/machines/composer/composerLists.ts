import { type ActorRefFrom, emit, enqueueActions, sendTo, setup } from 'xstate'
import type { Account } from '../../schemas/accounts/accounts'
import type { Role } from '../../schemas/characters/roles'
import { publicMessages } from '../../schemas/commonMessages'
import { sampleLoaded } from '../../schemas/composer/composer.words'
import type { Group } from '../../schemas/groups/groups'
import type { Sample } from '../../schemas/sandbox'
import { type Crash, crashed, failedBy, succeeded, type Toast } from '../crud/emitted'
import { createLoader } from '../crud/loader'
import { service } from '../crud/service'

export const composerListsMachine = setup({
  types: {
    events: {} as { type: 'sample.load' },
    emitted: {} as Toast | Crash,
    tags: {} as 'busy',
    children: {} as { roles: 'roles'; groups: 'groups'; accounts: 'accounts' },
  },
  actors: {
    roles: createLoader<Role[]>(),
    groups: createLoader<Group[]>(),
    accounts: createLoader<Account[]>(),
    loadSample: service<Sample | undefined>('loadSample'),
  },
  actions: {
    reloadRoles: sendTo('roles', { type: 'list.reload' }),
    reloadGroups: sendTo('groups', { type: 'list.reload' }),
    reloadAccounts: sendTo('accounts', { type: 'list.reload' }),
    announceListCrashed: emit((_, params: { error: unknown }) => crashed(publicMessages.crash.list, params.error)),
    announceSample: enqueueActions(({ enqueue }, made: Sample | undefined) => {
      if (made) enqueue.emit(succeeded(sampleLoaded(made)))
    }),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'composerLists',
  description:
    'The lists of the composer’s fields: characters, groups and media agents, each with its own `loader`. In the sandbox the operator can also load sample data.',
  invoke: [
    {
      id: 'roles',
      src: 'roles',
      input: { params: undefined },
      onError: { actions: { type: 'announceListCrashed', params: ({ event }) => event } },
    },
    {
      id: 'groups',
      src: 'groups',
      input: { params: undefined },
      onError: { actions: { type: 'announceListCrashed', params: ({ event }) => event } },
    },
    {
      id: 'accounts',
      src: 'accounts',
      input: { params: undefined },
      onError: { actions: { type: 'announceListCrashed', params: ({ event }) => event } },
    },
  ],
  initial: 'resting',
  states: {
    resting: { on: { 'sample.load': 'loadingSample' } },
    loadingSample: {
      tags: 'busy',
      invoke: {
        id: 'loadSample',
        src: 'loadSample',
        onDone: {
          target: 'resting',
          actions: [
            'reloadRoles',
            'reloadGroups',
            'reloadAccounts',
            { type: 'announceSample', params: ({ event }) => event.output },
          ],
        },
        onError: { target: 'resting', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
  },
})

export type ComposerListsRef = ActorRefFrom<typeof composerListsMachine>
