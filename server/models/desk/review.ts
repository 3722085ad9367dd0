import { distinctTexts } from '../texts'
import { type Generated, type GenerateRequest, type ModelClient, ModelError } from '../types'
import type { About } from './about'
import { deskReasons } from './desk'

export interface ReviewedDraft {
  content: string
  /** Why a person should look at it, in words that follow "This reply". */
  notes: string[]
}

export interface ReviewedDrafts {
  drafts: ReviewedDraft[]
  incomplete?: string
}

/**
 * Has drafts written that pass the desk. Where `rewrites` says so, those that do not are written once more, all in one
 * call that names the reasons; of the two versions the one with fewer reasons is kept. Where that call fails, the first
 * version is there.
 *
 * @throws what the first call throws, and the signal's reason once it is aborted.
 */
export const generateReviewed = async (
  models: ModelClient,
  request: GenerateRequest,
  { about, rewrites }: { about: About; rewrites: boolean },
  signal?: AbortSignal,
): Promise<ReviewedDrafts> => {
  const first = await models.generateReplies(request, signal)
  const drafts = first.replies.map((content) => ({ content, reasons: deskReasons(content, about) }))
  const failing = drafts.filter(({ reasons }) => reasons.length > 0)
  const passing = drafts.filter(({ reasons }) => reasons.length === 0).map(({ content }) => content)
  const second =
    failing.length === 0 || !rewrites
      ? undefined
      : await models
          .generateReplies(
            {
              ...request,
              count: failing.length,
              present: [...passing, ...(request.present ?? [])],
              turnedDown: failing.map(({ content, reasons }) => ({ reply: content, because: reasons })),
            },
            signal,
          )
          .catch(asNothing)
  const spare = distinctTexts(second?.replies ?? [], passing).map((content) => ({
    content,
    reasons: deskReasons(content, about),
  }))
  const kept = drafts.map((draft) => {
    const at = spare.findIndex(({ reasons }) => reasons.length < draft.reasons.length)
    return at < 0 ? draft : (spare.splice(at, 1)[0] ?? draft)
  })
  const hidden = (content: string) => first.hidden?.get(content) ?? second?.hidden?.get(content)
  return {
    drafts: kept.map(({ content, reasons }) => ({ content, notes: [...reasons, ...hiddenNote(hidden(content))] })),
    ...(first.incomplete === undefined ? {} : { incomplete: first.incomplete }),
  }
}

const hiddenNote = (named: string | undefined) => (named === undefined ? [] : [`held ${named}, which were taken out`])

/** The drafts that are there are paid for: what the rewriting says of itself is in the log. */
const asNothing = (error: unknown): Generated | undefined => {
  if (error instanceof ModelError) return undefined
  throw error
}
