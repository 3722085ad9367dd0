/** What a person is to post. */
export interface ByHand {
  /** The post that it answers. */
  targetId: string
  text: string
}

/**
 * X's compose page with the reply filled in (docs.x.com, Web Intents), for a person to post what the API refuses.
 *
 * @param site X's own, or the stand-in's, without a slash at its end.
 */
export const handOffUrl = (site: string, { targetId, text }: ByHand): string =>
  `${site}/intent/tweet?in_reply_to=${targetId}&text=${encodeURIComponent(text)}`
