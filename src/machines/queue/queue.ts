import type { ActorRefFrom } from 'xstate'
import { present } from '../crud/present'
import { nothingOf } from './queueDrafts'
import { initialContext, queueSetup } from './queueSetup'

export type { ComposerSight, FilesRead, QueueKeeperEvent } from './queueSetup'

/** Posts that wait for their turn in the composer, one after the other. It hands them over; the composer alone sends. */
export const queueMachine = queueSetup.createMachine({
  id: 'queue',
  description:
    'Posts that wait for their turn in the composer, from many links at once. It hands each to the composer (`post.open`) and hears what becomes of it (`composer.seen`): the composer alone sends, and a post leaves the queue when its replies were taken. *Ahead* reads the next ones before their turn, as many as the operator pays for; *drafts* has their replies written too, once for each, and gives them to the composer (`preview.take`); *repeat* fills in what the last send was made with.',
  context: initialContext,
  type: 'parallel',
  invoke: [
    {
      id: 'keeper',
      src: 'keepQueue',
      onError: { target: '.list.unkept', actions: { type: 'announceUnkept', params: ({ event }) => event } },
    },
    {
      id: 'composer',
      src: 'watchComposer',
      input: ({ context }) => ({ composer: context.composer }),
      onError: { actions: { type: 'announceBlind', params: ({ event }) => event } },
    },
  ],
  on: {
    'text.change': { actions: { type: 'setText', params: ({ event }) => event } },
    'links.submit': { guard: 'hasText', actions: 'takeText' },
    'links.add': { actions: { type: 'takeLinks', params: ({ event }) => event } },
    'intake.dismiss': { actions: 'forgetIntake' },
    'entry.putBack': {
      guard: { type: 'isQueued', params: ({ event }) => event },
      actions: { type: 'putBack', params: ({ event }) => event },
    },
    'entry.remove': {
      guard: { type: 'isQueued', params: ({ event }) => event },
      actions: { type: 'remove', params: ({ event }) => event },
    },
    'queue.clear': { guard: 'hasSomething', actions: 'clear' },
    'outside.accept': { guard: 'hasOutside', actions: 'acceptOutside' },
    'outside.remove': { guard: 'hasOutside', actions: 'removeOutside' },
    'queue.undo': { guard: 'hasRemoved', actions: 'undo' },
    'settings.change': { actions: { type: 'set', params: ({ event }) => event } },
  },
  states: {
    list: {
      description: 'Outlives a reload. Whatever changes it, it is given to its keeper.',
      initial: 'restoring',
      states: {
        restoring: {
          on: {
            'queue.restored': {
              target: 'keeping',
              actions: [{ type: 'restore', params: ({ event }) => event }, 'takeShared'],
            },
          },
        },
        keeping: {
          always: { guard: 'isUnkept', actions: ['noteKept', 'save'] },
          on: { 'queue.restored': { actions: { type: 'adopt', params: ({ event }) => event } } },
        },
        unkept: {},
      },
    },
    turn: {
      description: 'Whose turn it is. Nothing is handed to the composer while it sends.',
      initial: 'open',
      states: {
        open: {
          always: { guard: 'canHandOver', actions: 'handOver' },
          on: {
            'composer.seen': [
              {
                guard: { type: 'isSending', params: ({ event }) => event },
                target: 'sending',
                actions: [
                  { type: 'see', params: ({ event }) => event },
                  { type: 'noteSending', params: ({ event }) => event },
                ],
              },
              {
                guard: { type: 'wasSentUnseen', params: ({ event }) => event },
                actions: [{ type: 'see', params: ({ event }) => event }, 'countSent'],
              },
              { actions: [{ type: 'see', params: ({ event }) => event }, 'forgetSending'] },
            ],
            'queue.next': { guard: 'hasNext', actions: 'openNext' },
            'entry.open': {
              guard: { type: 'isQueued', params: ({ event }) => event },
              actions: { type: 'open', params: ({ event }) => event },
            },
            'entry.skip': [
              {
                guard: { type: 'isCurrent', params: ({ event }) => event },
                actions: [{ type: 'skip', params: ({ event }) => event }, 'openNext'],
              },
              {
                guard: { type: 'isQueued', params: ({ event }) => event },
                actions: { type: 'skip', params: ({ event }) => event },
              },
            ],
            'fields.repeat': { guard: 'hasLast', actions: ['repeatFields', 'noteFilled', 'preview'] },
          },
        },
        sending: {
          initial: 'staying',
          states: {
            staying: { on: { 'queue.next': 'leaving' } },
            leaving: {
              description: 'The next post follows as soon as the replies are on their way.',
              on: {
                'composer.seen': {
                  guard: { type: 'isSent', params: ({ event }) => event },
                  target: '#queue.turn.open',
                  actions: [{ type: 'see', params: ({ event }) => event }, 'countSent', 'openNext'],
                },
              },
            },
          },
          on: {
            'composer.seen': [
              {
                guard: { type: 'isSending', params: ({ event }) => event },
                actions: { type: 'see', params: ({ event }) => event },
              },
              {
                guard: { type: 'isSent', params: ({ event }) => event },
                target: 'open',
                actions: [{ type: 'see', params: ({ event }) => event }, 'countSent', 'refill'],
              },
              {
                target: 'open',
                actions: [{ type: 'see', params: ({ event }) => event }, 'forgetSending'],
              },
            ],
            'entry.skip': {
              guard: { type: 'isQueued', params: ({ event }) => event },
              actions: { type: 'skip', params: ({ event }) => event },
            },
          },
        },
      },
    },
    ahead: {
      description: 'Reads the next posts before their turn, one after the other, as many as the operator pays for.',
      initial: 'resting',
      states: {
        resting: { always: { guard: 'wantsReading', target: 'reading' } },
        reading: {
          entry: 'noteReading',
          invoke: {
            id: 'read',
            src: 'readAhead',
            input: ({ context }) => ({
              tweet_url: present(
                context.entries.find(({ id }) => id === context.reading),
                'post to read',
              ).tweet_url,
            }),
            onDone: {
              target: 'resting',
              actions: { type: 'storeReading', params: ({ event }) => ({ post: event.output }) },
            },
            onError: { target: 'resting', actions: { type: 'storeProblem', params: ({ event }) => event } },
          },
        },
      },
    },
    drafts: {
      description:
        'Writes the replies of the next posts before their turn, one after the other, as many as the operator pays for.',
      initial: 'quiet',
      states: {
        quiet: { always: { guard: 'wantsDrafts', target: 'writing' } },
        writing: {
          entry: 'noteWriting',
          always: { guard: 'isUnwanted', target: 'quiet', actions: 'forgetWriting' },
          invoke: {
            id: 'write',
            src: 'writeAhead',
            input: ({ context }) => present(context.writing, 'post to write for'),
            onDone: { target: 'quiet', actions: { type: 'storeDrafts', params: ({ event }) => event.output } },
            onError: [
              {
                guard: { type: 'isUsedUp', params: ({ event }) => event },
                target: 'usedUp',
                actions: ['forgetAsked', { type: 'announceUsedUp', params: ({ event }) => event }],
              },
              {
                target: 'quiet',
                actions: { type: 'storeDrafts', params: ({ event }) => nothingOf(event.error) },
              },
            ],
          },
        },
        usedUp: {
          description: 'The budget for models is. It goes on where the settings change, or on another visit.',
          on: {
            'settings.change': {
              target: 'quiet',
              actions: { type: 'set', params: ({ event }) => event },
            },
          },
        },
      },
    },
    intake: {
      description: 'Files with links. All that are added before the others were read are read, and told of, together.',
      initial: 'waiting',
      states: {
        waiting: {
          entry: 'forgetFiles',
          on: { 'files.add': { target: 'readingFiles', actions: { type: 'addFiles', params: ({ event }) => event } } },
        },
        readingFiles: {
          tags: 'busy',
          invoke: {
            id: 'readFiles',
            src: 'readFiles',
            input: ({ context: { files } }) => ({ files }),
            onDone: [
              {
                guard: { type: 'isPartial', params: ({ event }) => event.output },
                target: 'waiting',
                actions: [{ type: 'takeLinks', params: ({ event }) => event.output }, 'announceUnreadable'],
              },
              { target: 'waiting', actions: { type: 'takeLinks', params: ({ event }) => event.output } },
            ],
            onError: { target: 'waiting', actions: 'announceUnreadable' },
          },
          on: {
            'files.add': {
              target: 'readingFiles',
              reenter: true,
              actions: { type: 'addFiles', params: ({ event }) => event },
            },
          },
        },
      },
    },
  },
})

export type QueueRef = ActorRefFrom<typeof queueMachine>
