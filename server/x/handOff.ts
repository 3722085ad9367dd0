import { type Refusal, refusalRow } from './refusals'

/**
 * X's compose page with the reply filled in (docs.x.com, Web Intents), for what a person can post though the API
 * refused it.
 *
 * @returns null where posting by hand cannot work either: the post is gone, the account lost its permission.
 */
export const handOffUrl = (refusal: Refusal, { targetId, text }: { targetId: string; text: string }): string | null =>
  refusalRow(refusal).byHand
    ? `https://x.com/intent/tweet?in_reply_to=${targetId}&text=${encodeURIComponent(text)}`
    : null
