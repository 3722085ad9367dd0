import { setImmediate } from 'node:timers/promises'
import { repliesPerCall } from '../../../src/schemas/replies'
import { createLikeness } from '../../../src/schemas/similar'
import { whyUnavailable } from '../../db/unavailable'
import { distinctTexts } from '../texts'
import { type Generated, type GenerateRequest, type ModelClient, ModelError } from '../types'
import type { About } from './about'
import { deskReasons } from './desk'

export interface ReviewedDraft {
  content: string
  /** Why a person should look at it, in words that follow "This reply". */
  notes: string[]
  /** The call that wrote it, as the ledger knows it. */
  call?: number
}

export interface ReviewedDrafts {
  drafts: ReviewedDraft[]
  incomplete?: string
}

type Writer = Pick<ModelClient, 'generateReplies'>

interface Judged {
  content: string
  reasons: string[]
}

/**
 * Has drafts written that pass the desk. Where `rewrites` says so, those that do not are written once more, up to
 * `repliesPerCall` of them in a call that names their reasons; of two versions the one with fewer reasons is kept.
 * Where such a call fails, the first version is there.
 *
 * @throws what the first call throws, and the signal's reason once it is aborted.
 */
export const generateReviewed = async (
  models: Writer,
  request: GenerateRequest,
  { about, rewrites }: { about: About; rewrites: boolean },
  signal?: AbortSignal,
): Promise<ReviewedDrafts> => {
  const first = await models.generateReplies(request, signal)
  const drafts = await judge(first.replies, about, signal)
  const failing = drafts.filter(({ reasons }) => reasons.length > 0)
  const passing = drafts.filter(({ reasons }) => reasons.length === 0).map(({ content }) => content)
  const second = rewrites ? await rewrite(models, request, { failing, passing }, signal) : []
  const texts = distinctTexts(
    second.flatMap(({ replies }) => replies),
    passing,
  )
  const better = replacements(failing, await judge(texts, about, signal))
  const kept = drafts.map((draft) => better.get(draft) ?? draft)
  const told = <T>(of: (each: Generated) => T | undefined) =>
    [first, ...second].map(of).find((one) => one !== undefined)
  return {
    drafts: kept.map(({ content, reasons }) => {
      const call = told(({ by }) => by?.get(content))
      return {
        content,
        notes: [...reasons, ...(told(({ notes }) => notes?.get(content)) ?? [])],
        ...(call === undefined ? {} : { call }),
      }
    }),
    ...(first.incomplete === undefined ? {} : { incomplete: first.incomplete }),
  }
}

/** After so many texts other requests have their turn: holding one against 500 earlier replies takes its time. */
const atOnce = 2

const judge = async (texts: readonly string[], about: About, signal?: AbortSignal): Promise<Judged[]> => {
  const judged: Judged[] = []
  for (const content of texts) {
    if (judged.length > 0 && judged.length % atOnce === 0) await setImmediate()
    signal?.throwIfAborted()
    judged.push({ content, reasons: deskReasons(content, about) })
  }
  return judged
}

/** Each call is told of the drafts that it is to replace alone. What came before a call that failed is there. */
const rewrite = async (
  models: Writer,
  request: GenerateRequest,
  { failing, passing }: { failing: readonly Judged[]; passing: readonly string[] },
  signal?: AbortSignal,
): Promise<Generated[]> => {
  const written: Generated[] = []
  for (let from = 0; from < failing.length; from += repliesPerCall) {
    const part = failing.slice(from, from + repliesPerCall)
    const present = [...written.flatMap(({ replies }) => replies), ...passing, ...(request.present ?? [])]
    const turnedDown = part.map(({ content, reasons }) => ({ reply: content, because: reasons }))
    const brought = await models
      .generateReplies({ ...request, count: part.length, present, turnedDown }, signal)
      .catch(asNothing)
    if (brought === undefined) break
    written.push(brought)
  }
  return written
}

/**
 * Which draft makes way for which spare one: one with fewer reasons, which X would take for no other draft. One that
 * is like a draft may take its place alone.
 */
const replacements = (failing: readonly Judged[], spare: readonly Judged[]): Map<Judged, Judged> => {
  const isLike = createLikeness(failing.map(({ content }) => content))
  const left = spare.map((judged) => ({ judged, like: isLike(judged.content) }))
  const better = new Map<Judged, Judged>()
  failing.forEach((draft, index) => {
    const at = left.findIndex(
      ({ judged, like }) => judged.reasons.length < draft.reasons.length && like.every((each) => each === index),
    )
    const [taken] = at < 0 ? [] : left.splice(at, 1)
    if (taken) better.set(draft, taken.judged)
  })
  return better
}

/** The drafts that are there are paid for: what the rewriting says of itself is in the log. */
const asNothing = (error: unknown): Generated | undefined => {
  if (error instanceof ModelError || whyUnavailable(error) !== undefined) return undefined
  throw error
}
