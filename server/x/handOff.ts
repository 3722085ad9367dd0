/** A reply to post manually. */
export interface ByHand {
  /** The post that it replies to. */
  targetId: string
  text: string
}

/**
 * @param site X's site or the stand-in's, without a slash at its end.
 * @returns X's compose page with the reply filled in (docs.x.com, Web Intents), for replies that the API refuses.
 */
export const handOffUrl = (site: string, { targetId, text }: ByHand): string =>
  `${site}/intent/tweet?in_reply_to=${targetId}&text=${encodeURIComponent(text)}`
