import { setImmediate } from 'node:timers/promises'
import { repliesPerCall } from '../../../src/schemas/composer/replies'
import { createLikeness } from '../../../src/schemas/composer/similar'
import { whyUnavailable } from '../../db/unavailable'
import { distinctTexts } from '../prompt/texts'
import { type Generated, type GenerateRequest, type ModelClient, ModelError } from '../types'
import type { About } from './about'
import { draftReasons } from './draftReasons'

export interface ReviewedDraft {
  content: string
  /** Reasons to look at the draft, in words that follow "This reply". */
  notes: string[]
  /** The id of the call in the ledger that wrote the draft. */
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
 * Generates drafts. With `rewrites`, drafts that fail the draft checks are written a second time, up to
 * `repliesPerCall` in one call that names the reasons. The version with fewer reasons wins. If the second call fails,
 * the first version remains.
 *
 * @throws errors of the first call, and the signal's reason.
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
  const firstOf = <T>(of: (each: Generated) => T | undefined) =>
    [first, ...second].map(of).find((one) => one !== undefined)
  return {
    drafts: kept.map(({ content, reasons }) => {
      const call = firstOf(({ by }) => by?.get(content))
      return {
        content,
        notes: [...reasons, ...(firstOf(({ notes }) => notes?.get(content)) ?? [])],
        ...(call === undefined ? {} : { call }),
      }
    }),
    ...(first.incomplete === undefined ? {} : { incomplete: first.incomplete }),
  }
}

/** Comparing a text with 500 earlier replies takes long, so other requests run after this many texts. */
const atOnce = 2

const judge = async (texts: readonly string[], about: About, signal?: AbortSignal): Promise<Judged[]> => {
  const judged: Judged[] = []
  for (const content of texts) {
    if (judged.length > 0 && judged.length % atOnce === 0) await setImmediate()
    signal?.throwIfAborted()
    judged.push({ content, reasons: draftReasons(content, about) })
  }
  return judged
}

/** Earlier rewrites remain if a later call fails. */
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
    const turnedDown = part.map(({ content, reasons }) => ({ reply: content, reasons }))
    const brought = await models
      .generateReplies({ ...request, count: part.length, present, turnedDown }, signal)
      .catch(asNothing)
    if (brought === undefined) break
    written.push(brought)
  }
  return written
}

/**
 * Assigns each failing draft a spare draft with fewer reasons that X accepts beside the others. A spare draft similar
 * to a failing draft can replace only that draft.
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

/** The drafts are paid for, so a failed rewrite must not lose them. The log contains its error. */
const asNothing = (error: unknown): Generated | undefined => {
  if (error instanceof ModelError || whyUnavailable(error) !== undefined) return undefined
  throw error
}
