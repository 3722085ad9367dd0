import { fromCallback } from 'xstate'
import type { ChosenFile } from '../../schemas/accounts/csvRows'
import { type FetchedPost, idsOf, isPostOf } from '../../schemas/composer/draft'
import { parsePostLink } from '../../schemas/composer/postLink'
import { createQueueStore } from '../../services/storage/queueStore'
import type { ReplyFlowRef } from '../composer/replyFlow'
import { provided } from '../crud/provided.actors'
import { write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { preparedPosts } from './preparedPosts.actors'
import { type ComposerView, type FilesRead, type QueueKeeperEvent, queueMachine } from './queue'
import { draftsAhead } from './queueDrafts.actors'

const largestFile = 1_000_000

export const queue = provided((services) => {
  const store = createQueueStore(services.storage, services.operator)
  const posts = preparedPosts(services)
  return queueMachine.provide({
    actors: {
      keepQueue: fromCallback<QueueKeeperEvent>(({ sendBack, receive }) => {
        sendBack({ type: 'queue.restored', queue: store.load() })
        receive((event) => store.save(event.queue))
        return store.watch(() => sendBack({ type: 'queue.restored', queue: store.load() }))
      }),
      watchComposer: fromCallback<{ type: 'none' }, { composer: ReplyFlowRef }>(({ input: { composer }, sendBack }) => {
        let last: ComposerView | undefined
        const look = () => {
          const view = viewOf(composer)
          if (last && isSameView(last, view)) return
          last = view
          sendBack({ type: 'composer.seen', view })
        }
        look()
        const subscription = composer.subscribe(look)
        return () => subscription.unsubscribe()
      }),
      readAhead: write<FetchedPost, { tweet_url: string }>(({ tweet_url }) => posts.prepare(tweet_url)),
      writeAhead: draftsAhead(services),
      readFiles: write<FilesRead, { files: ChosenFile[] }>(async ({ files }) => {
        const all = await Promise.allSettled(files.map(async ({ id }) => textOf(services.files.take(id))))
        const texts = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
        if (texts.length === 0) throw new Error('No file could be read')
        return { text: texts.join('\n'), isPartial: texts.length < files.length }
      }),
    } satisfies AllActors<typeof queueMachine>,
  })
})

const textOf = async (file: Blob): Promise<string> => {
  if (file.size > largestFile) throw new Error('too large')
  return file.text()
}

const viewOf = (composer: ReplyFlowRef): ComposerView => {
  const snapshot = composer.getSnapshot()
  const { mode, form, post, replies, earlier = [] } = snapshot.context
  const { role_id, group_name, count, account_id } = form
  return {
    phase: snapshot.matches({ work: 'sending' }) ? 'sending' : snapshot.matches({ work: 'sent' }) ? 'sent' : 'open',
    linked: parsePostLink(form.tweet_url)?.id,
    post,
    isReady: isPostOf(snapshot.context) && replies.length === 0 && !snapshot.hasTag('busy'),
    reply_ids: idsOf(replies),
    waiting_ids: earlier.flatMap((state) => idsOf(state.replies)),
    fields: { mode, role_id, group_name, count, account_id },
  }
}

const isSameView = (one: ComposerView, other: ComposerView): boolean =>
  one.post === other.post &&
  JSON.stringify({ ...one, post: undefined }) === JSON.stringify({ ...other, post: undefined })
