import { type ActorRefFrom, assertEvent, assign, emit, setup } from 'xstate'
import { publicMessages } from '../../schemas/commonMessages'
import type {
  CreationOptions,
  NewPasskeyBody,
  Passkey,
  PasskeyAttestation,
  Passkeys,
} from '../../schemas/security/passkeys'
import * as words from '../../schemas/security/security.words'
import { failedBy, succeeded, type Toast } from '../crud/emitted'
import { failureText } from '../crud/failure'
import { loadingStates } from '../crud/loading'
import { present } from '../crud/present'
import { service } from '../crud/service'
import { untilBack } from './recovery'

export type PasskeysEvent =
  | { type: 'page.reload' }
  /** The password if no second factor is on. */
  | { type: 'passkey.add'; label: string; current_password?: string | undefined }
  | { type: 'passkey.cancel' }
  | { type: 'rename.request'; passkey: Passkey }
  | { type: 'rename.confirm'; label: string }
  | { type: 'rename.cancel' }
  | { type: 'remove.request'; passkey: Passkey }
  | { type: 'remove.confirm' }
  | { type: 'remove.cancel' }
  | { type: 'codes.saved' }
  | { type: 'page.discard' }

interface PasskeysContext {
  list: Passkeys | undefined
  label: string
  options: CreationOptions | undefined
  credential: PasskeyAttestation | undefined
  /** The server stores only hashes, so the codes cannot be shown again. */
  codes: string[] | undefined
  refusal: string | undefined
  chosen: Passkey | undefined
}

export const passkeysMachine = setup({
  types: {
    context: {} as PasskeysContext,
    events: {} as PasskeysEvent,
    emitted: {} as Toast | { type: 'passkeys.changed' },
    tags: {} as 'busy' | 'writing' | 'adding' | 'shownOnce',
  },
  actors: {
    load: service<{ list: Passkeys | undefined }>('load'),
    prepare: service<CreationOptions, { current_password: string | undefined }>('prepare'),
    /** Stopping this service closes the browser's dialog. */
    ask: service<PasskeyAttestation, CreationOptions>('ask'),
    store: service<{ recovery_codes: string[] }, NewPasskeyBody>('store'),
    rename: service<void, { passkey: Passkey; label: string }>('rename'),
    remove: service<void, { passkey: Passkey }>('remove'),
    untilBack,
  },
  guards: {
    isKnown: (_, { list }: { list: Passkeys | undefined }) => list !== undefined,
    hasCodes: (_, { recovery_codes }: { recovery_codes: string[] }) => recovery_codes.length > 0,
  },
  actions: {
    show: assign({ list: (_, { list }: { list: Passkeys | undefined }) => list }),
    keepLabel: assign({ label: (_, { label }: { label: string }) => label }),
    keepOptions: assign({ options: (_, { options }: { options: CreationOptions }) => options }),
    forgetOptions: assign({ options: undefined }),
    keepCredential: assign({ credential: (_, { credential }: { credential: PasskeyAttestation }) => credential }),
    forgetCredential: assign({ credential: undefined }),
    keepCodes: assign({ codes: (_, { recovery_codes }: { recovery_codes: string[] }) => recovery_codes }),
    forgetCodes: assign({ codes: undefined }),
    forgetRefusal: assign({ refusal: undefined }),
    keepRefusal: assign({
      refusal: (_, { error }: { error: unknown }) => failureText(error, publicMessages.failure),
    }),
    choose: assign({ chosen: (_, { passkey }: { passkey: Passkey }) => passkey }),
    forgetChosen: assign({ chosen: undefined }),
    announceMade: emit(succeeded(words.passkeyAdded)),
    announceRemoved: emit(succeeded(words.passkeyRemoved)),
    tellChanged: emit({ type: 'passkeys.changed' }),
    announceFailure: emit(failedBy(publicMessages.failure)),
  },
}).createMachine({
  id: 'passkeys',
  description:
    "The operator's passkeys. Creating one takes three steps: the server sends the challenge (`preparing`), the browser asks the operator (`asking`), and the server stores the credential of the device (`storing`). Only the step that needs the challenge or the credential keeps it. If the operator refuses, has no suitable device or waits too long, the form shows the reason.",
  context: {
    list: undefined,
    label: '',
    options: undefined,
    credential: undefined,
    codes: undefined,
    refusal: undefined,
    chosen: undefined,
  },
  initial: 'loading',
  states: {
    ...loadingStates<{ list: Passkeys | undefined }>(),
    shown: {
      on: {
        'page.reload': 'loading',
        'passkey.add': { target: 'preparing', actions: { type: 'keepLabel', params: ({ event }) => event } },
        'rename.request': {
          target: 'naming',
          actions: [{ type: 'choose', params: ({ event }) => event }, 'forgetRefusal'],
        },
        'remove.request': {
          target: 'confirming',
          actions: [{ type: 'choose', params: ({ event }) => event }, 'forgetRefusal'],
        },
      },
    },
    preparing: {
      description: 'The server sends the challenge. Only the event contains the password, never the context.',
      tags: ['busy', 'adding'],
      entry: 'forgetRefusal',
      invoke: {
        id: 'prepare',
        src: 'prepare',
        input: ({ event }) => {
          assertEvent(event, 'passkey.add')
          return { current_password: event.current_password }
        },
        onDone: {
          target: 'asking',
          actions: { type: 'keepOptions', params: ({ event }) => ({ options: event.output }) },
        },
        onError: { target: 'shown', actions: { type: 'keepRefusal', params: ({ event }) => event } },
      },
      on: { 'passkey.cancel': 'shown' },
    },
    asking: {
      description: 'The browser asks the operator. If they refuse or have no suitable device, the form appears again.',
      tags: ['busy', 'adding'],
      exit: 'forgetOptions',
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context }) => present(context.options, 'options of a passkey'),
        onDone: {
          target: 'storing',
          actions: { type: 'keepCredential', params: ({ event }) => ({ credential: event.output }) },
        },
        onError: { target: 'shown', actions: { type: 'keepRefusal', params: ({ event }) => event } },
      },
      on: { 'passkey.cancel': 'shown' },
    },
    storing: {
      tags: ['busy', 'writing'],
      exit: 'forgetCredential',
      invoke: {
        id: 'store',
        src: 'store',
        input: ({ context: { label, credential } }) => ({ label, credential: present(credential, 'passkey') }),
        onDone: [
          {
            guard: { type: 'hasCodes', params: ({ event }) => event.output },
            target: 'codesShown',
            actions: [{ type: 'keepCodes', params: ({ event }) => event.output }, 'announceMade', 'tellChanged'],
          },
          { target: 'loading', actions: ['announceMade', 'tellChanged'] },
        ],
        onError: { target: 'shown', actions: { type: 'keepRefusal', params: ({ event }) => event } },
      },
    },
    codesShown: {
      tags: 'shownOnce',
      exit: 'forgetCodes',
      on: { 'codes.saved': 'loading', 'page.discard': 'loading' },
    },
    naming: {
      on: {
        'rename.confirm': 'renaming',
        'rename.cancel': { target: 'shown', actions: ['forgetChosen', 'forgetRefusal'] },
      },
    },
    renaming: {
      tags: ['busy', 'writing'],
      entry: 'forgetRefusal',
      invoke: {
        id: 'rename',
        src: 'rename',
        input: ({ context, event }) => {
          assertEvent(event, 'rename.confirm')
          return { passkey: present(context.chosen, 'passkey to rename'), label: event.label }
        },
        onDone: { target: 'loading', actions: 'forgetChosen' },
        onError: { target: 'naming', actions: { type: 'keepRefusal', params: ({ event }) => event } },
      },
    },
    confirming: {
      on: { 'remove.confirm': 'removing', 'remove.cancel': { target: 'shown', actions: 'forgetChosen' } },
    },
    removing: {
      tags: ['busy', 'writing'],
      exit: 'forgetChosen',
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context }) => ({ passkey: present(context.chosen, 'passkey to remove') }),
        onDone: { target: 'loading', actions: ['announceRemoved', 'tellChanged'] },
        onError: { target: 'loading', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
  },
})

export type PasskeysRef = ActorRefFrom<typeof passkeysMachine>
