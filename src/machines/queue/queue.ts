import type { ActorRefFrom } from 'xstate'
import { present } from '../crud/present'
import { nothingOf } from './queueDrafts'
import { initialContext, queueSetup } from './queueSetup'

export type { ComposerView, FilesRead, QueueKeeperEvent } from './queueSetup'

export const queueMachine = queueSetup.createMachine({
  id: 'queue',
  description:
    'Posts from pasted links that wait for the composer. The queue opens a post in the composer (`post.open`) and watches it (`composer.seen`). Only the composer sends, and a post leaves the queue when the server accepted its replies. The region *ahead* loads the next posts early, as many as the settings allow. The region *drafts* also generates their replies, once for each post, and gives them to the composer (`preview.take`). *Repeat* fills in the fields of the last send.',
  context: initialContext,
  type: 'parallel',
  invoke: [
    {
      id: 'keeper',
      src: 'keepQueue',
      onError: { target: '.list.unsaved', actions: { type: 'announceUnsaved', params: ({ event }) => event } },
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
      description: 'The list survives a reload. Every change is stored.',
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
          always: { guard: 'isUnsaved', actions: ['noteStored', 'save'] },
          on: { 'queue.restored': { actions: { type: 'adopt', params: ({ event }) => event } } },
        },
        unsaved: {},
      },
    },
    turn: {
      description: 'The post in the composer. The queue opens no other post during a send.',
      initial: 'open',
      states: {
        open: {
          always: { guard: 'canFillComposer', actions: 'fillComposer' },
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
              description: 'The next post opens as soon as the server has accepted the replies.',
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
      description: 'The next posts are loaded early, one after another, as many as the settings allow.',
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
        'Replies to the next posts are generated early, one post after another, as many as the settings allow.',
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
          description: 'The model budget is used up. Generating resumes after a change of the settings or a reload.',
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
      description:
        'Files with links are read here. Files that are added in the meantime are read and reported together with them.',
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
