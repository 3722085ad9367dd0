import { fromCallback, fromPromise } from 'xstate'
import type { FetchedPost } from '../../schemas/composer/draft'
import { type GenerateBody, type Reply, replyCalls } from '../../schemas/composer/replies'
import { type Sample, sandboxCalls } from '../../schemas/sandbox'
import { createClipboard } from '../../services/clipboard'
import type { Keeping } from '../../services/services'
import { createDraftStore } from '../../services/storage/draftStore'
import { accountList } from '../accounts/accounts.actors'
import { roleList } from '../characters/characters.actors'
import { provided } from '../crud/provided.actors'
import { read, write } from '../crud/requests.actors'
import type { AllActors } from '../crud/service'
import { groupList } from '../groups/groups.actors'
import { preparedPosts } from '../queue/preparedPosts.actors'
import { composerListsMachine } from './composerLists'
import { editReplyMachine } from './editReply'
import { generationOf } from './generation.actors'
import { replyMachine } from './reply'
import { type DraftKeeperEvent, type ReplyId, replyFlowMachine, type Written } from './replyFlow'
import { sendingOf } from './sending.actors'

export const composerLists = provided((services) => {
  const { loadSample } = services.client(sandboxCalls)
  return composerListsMachine.provide({
    actors: {
      roles: roleList(services),
      groups: groupList(services),
      accounts: accountList(services),
      loadSample: write<Sample | undefined, unknown>(() => loadSample()),
    } satisfies AllActors<typeof composerListsMachine>,
  })
})

export const replyFlow = provided((services) => {
  const api = services.client(replyCalls)
  const prepared = preparedPosts(services)
  const drafts = createDraftStore(services.storage, services.operator)
  const clipboard = createClipboard(services.clipboard)

  const saveReply = write<Reply, Reply>(async ({ reply_id, content }) => {
    await api.updateReply({ params: { replyId: reply_id }, body: { content } })
    return { reply_id, content }
  })

  const loadReply = read<Reply, { reply_id: ReplyId }>(services, async ({ reply_id }, signal) => {
    const { content } = await api.getReply({ params: { replyId: reply_id }, signal })
    return { reply_id, content }
  })

  const editReply = editReplyMachine.provide({
    actors: {
      loadReply,
      saveReply,
    } satisfies AllActors<typeof editReplyMachine>,
  })

  const generate = generationOf(services)
  const generateReplies = fromPromise<Written, GenerateBody>(({ input, signal }) => generate(input, signal))

  const reply = replyMachine.provide({
    actors: {
      editReply,
      copyText: write<void, { text: string }>(({ text }) => clipboard.write(text)),
      generateReplies,
      loadReply,
      saveReply,
    } satisfies AllActors<typeof replyMachine>,
  })

  return replyFlowMachine.provide({
    actors: {
      keepDraft: fromCallback<DraftKeeperEvent>(({ sendBack, receive }) => {
        const draft = drafts.load()
        if (draft) sendBack({ type: 'draft.restored', draft })
        const tell = (became: Keeping) => sendBack({ type: `draft.${became}` })
        receive((event) => {
          const became = drafts.save(event.draft)
          if (became !== 'stored') tell(became)
        })
        return drafts.watch((became, sent) => {
          if (sent.length > 0) sendBack({ type: 'draft.sent', reply_ids: sent })
          tell(became)
        })
      }),
      fetchContent: read<FetchedPost, { tweet_url: string }>(
        services,
        async ({ tweet_url }, signal) =>
          (await prepared.take(tweet_url)) ?? {
            ...(await api.fetchContent({ body: { tweet_url }, signal })),
            tweet_url,
          },
      ),
      generateReplies,
      sendReplies: sendingOf(services),
      reply,
    } satisfies AllActors<typeof replyFlowMachine>,
  })
})
