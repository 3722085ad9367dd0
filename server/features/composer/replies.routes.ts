import type { FastifyRequest } from 'fastify'
import { ownId } from '../../../src/schemas/base'
import { parsePostLink } from '../../../src/schemas/composer/postLink'
import { maxReplies, type Reply } from '../../../src/schemas/composer/replies'
import { messages } from '../../../src/schemas/messages'
import { priceOfReading } from '../../../src/schemas/usage/money'
import type { AppDeps } from '../../deps'
import type { Routes } from '../../http/define'
import { orBadGateway, whileOpen } from '../../http/outbound'
import { aboutOf } from '../../models/draftChecks/aboutOf'
import { generateReviewed, type ReviewedDraft } from '../../models/draftChecks/review'
import { lessonsOf } from '../../models/prompt/lessons'
import { promptVersion } from '../../models/prompt/prompt'
import type { ModelClient } from '../../models/types'
import { findMentions } from '../../posting/send/answeredMentions'
import { findRepeats } from '../../posting/send/repeats'
import { accountsInSendOrder } from '../../posting/send/sendOrder'
import { conflict, HttpProblem, invalid } from '../../problems'
import { assertRoom, nothingBounded } from '../../usage/allowances.store'
import { assertWithinBudget, unlimited } from '../../usage/budgets.store'
import { isPaidFor } from '../../usage/charges.store'
import { createModelLedger, uncounted } from '../../usage/modelCalls.store'
import { asAppFor } from '../../x/app'
import { refusesAccount } from '../../x/refusals'
import { XError } from '../../x/types'
import { findActiveAccounts } from '../accounts/accounts.store'
import type { AccountChecks } from '../accounts/checks'
import * as words from '../accounts/words'
import { getRole } from '../characters/roles.store'
import { findGroupId } from '../groups/groups.store'
import { judgeAccounts } from './eligibility.store'
import { getPost, storePost } from './posts.store'
import {
  countByStandIn,
  createReplies,
  getReply,
  latestDrafts,
  latestEdits,
  latestElsewhere,
  latestOpenings,
  updateReply,
} from './replies.store'

/** Each reader costs a request to X. */
const readersTried = 5

const orXError = (error: unknown): XError => {
  if (error instanceof XError) return error
  throw error
}

export const register = (routes: Routes, deps: AppDeps, checks: AccountChecks): void => {
  const { db, access, delivery, x, models, settings, log, modelMoney = uncounted } = deps
  const { card, ceiling } = deps.money ?? unlimited
  const { allowances = nothingBounded } = settings

  /** If X refuses the reading account, that account is checked and another one reads. */
  const readPost = async (ownerId: number, id: string) => {
    await assertRoom(db, ownerId, { allowances, now: new Date() })
    const assertPayable = async (app: string) => {
      if (await isPaidFor(db, app, id, new Date())) return
      await assertWithinBudget(db, ownerId, priceOfReading(card.prices, { posts: 1, users: 0 }), ceiling)
    }
    if (settings.readPostsAsApp) {
      const access = asAppFor(ownerId)
      await assertPayable(access.app.app)
      return x.readPost(id, access)
    }
    const accounts = await findActiveAccounts(db, ownerId, readersTried)
    let refused: unknown = conflict(words.agentNeeded)
    for (const account of accounts) {
      await assertPayable(account.x_app)
      try {
        return await x.readPost(id, await access.open(account))
      } catch (error) {
        if (!(error instanceof XError) || !refusesAccount(error)) throw error
        if (account === accounts[0]) refused = error
        await checks.check(ownerId, account.id).catch(orXError)
      }
    }
    throw refused
  }

  routes.on('fetchContent', async ({ ownerId, body }) => {
    const link = parsePostLink(body.tweet_url)
    if (!link) throw invalid('tweet_url', messages.reply.linkInvalid)
    if (link.username !== undefined) deps.sandbox?.nameAuthor?.(link.id, link.username)
    const post = await orBadGateway(readPost(ownerId, link.id))
    await storePost(db, ownerId, post)
    return {
      tweet_id: post.id,
      text: post.text,
      ...(post.authorUsername === undefined ? {} : { author_username: post.authorUsername }),
      ...(post.authorName === undefined ? {} : { author_name: post.authorName }),
      ...(post.createdAt === undefined ? {} : { created_at: post.createdAt }),
      context: post.context,
      eligibility: await judgeAccounts(
        db,
        { ownerId, groupId: undefined },
        { tweetId: post.id, audience: post.audience },
        settings.replyRule,
      ),
    }
  })

  routes.on('getEligibility', async ({ ownerId, params, query }) => {
    const { audience } = await getPost(db, ownerId, params.tweetId)
    const post = { tweetId: params.tweetId, audience }
    const groupId = (await findGroupId(db, ownerId, query.group)) ?? undefined
    const repeats = await findRepeats(db, { ownerId, groupId }, post.tweetId, new Date())
    const judged = {
      ...(await judgeAccounts(db, { ownerId, groupId }, post, settings.replyRule)),
      ...(repeats.length > 0 ? { repeats } : {}),
    }
    if (groupId === undefined) return judged
    const mentions = await findMentions(db, ownerId, [post.tweetId])
    const asked = { post, rule: settings.replyRule, mentions, most: maxReplies }
    const inOrder = await accountsInSendOrder(db, { ownerId, groupId }, asked)
    return { ...judged, order: inOrder.map(({ id }) => id) }
  })

  routes.on('generateReplies', async ({ ownerId, body, request }) => {
    const { id: roleId, ...role } = await getRole(db, ownerId, ownId(body.role_id))
    const post = await getPost(db, ownerId, body.tweet_id)
    await assertRoom(db, ownerId, { allowances, now: new Date() })
    const edits = role.learns_from_edits ? await latestEdits(db, ownerId, { roleId, tweetId: post.tweet_id }) : []
    const rewritten = body.rewrite && {
      reply: (await getReply(db, ownerId, String(body.rewrite.reply_id))).content,
      wish: body.rewrite.wish,
    }
    const asked = {
      role,
      post: {
        text: post.text,
        authorUsername: post.author_username,
        authorName: post.author_name,
        context: post.context,
      },
      count: body.count,
      present: (await latestDrafts(db, ownerId, post.tweet_id)).filter((text) => text !== rewritten?.reply),
      lately: await latestOpenings(db, ownerId, roleId),
      lessons: lessonsOf(edits),
      rewritten,
    }
    const about = await aboutOf(asked, await latestElsewhere(db, ownerId, post.tweet_id))
    const checks = { about, rewrites: settings.rewritesDrafts }
    const ledger = createModelLedger({ db, money: modelMoney, allowances, log }, ownerId, roleId)
    const writer: Pick<ModelClient, 'generateReplies'> = {
      generateReplies: (part, signal) => models.generateReplies(part, signal, ledger),
    }
    const { drafts, ...rest } = await orBadGateway(
      whileOpen(request, (signal) => generateReviewed(writer, asked, checks, signal)),
    )
    const replies = await createReplies(db, ownerId, {
      tweetId: post.tweet_id,
      roleId,
      character: role.name,
      drafts,
      model: role.model_name,
      promptVersion,
      byStandIn: settings.modelIsStandIn,
    })
    return { replies: replies.map((reply, index) => drafted(reply, drafts[index])), ...rest }
  })

  /** Made-up texts may only be sent to X's stand-in. */
  const refuseStandIn = async (ownerId: number, ids: readonly (string | number)[]) => {
    if (settings.meta.sandbox) return
    const found = await countByStandIn(db, ownerId, ids.map(String))
    if (found > 0) throw conflict(standInWrote(found, ids.length))
  }

  routes.on('batchPostReplies', async ({ ownerId, body, request }) => {
    await refuseStandIn(ownerId, body.reply_ids)
    return delivery.enqueueBatch(ownerId, body, idempotencyKey(request))
  })

  routes.on('postReply', async ({ ownerId, body, request }) => {
    await refuseStandIn(ownerId, [body.reply_id])
    return delivery.enqueueSolo(ownerId, body, idempotencyKey(request))
  })

  routes.on('getReply', ({ ownerId, params }) => getReply(db, ownerId, params.replyId))

  routes.on('updateReply', ({ ownerId, params, body }) => updateReply(db, ownerId, params.replyId, body.content))
}

const standInWrote = (found: number, all: number): string => {
  const which = all === 1 ? words.thisReplyWas : words.theseRepliesWere(found, all)
  return words.madeUp(which)
}

/** The `Idempotency-Key` header, an opaque string (draft-ietf-httpapi-idempotency-key-header). */
const idempotencyKey = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new HttpProblem(400, words.keyFormat)
}

const drafted = (reply: Reply, { notes, call }: Partial<ReviewedDraft> = {}) => ({
  ...reply,
  ...(notes && notes.length > 0 ? { notes } : {}),
  ...(call === undefined ? {} : { told: true }),
})
