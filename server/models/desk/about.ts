/** What a draft is held against. */
export interface About {
  /** Who wrote the post, without the @. */
  author: string | undefined
  /** ISO 639-1 of the language that the reply should have; undefined where nobody said. */
  language: string | undefined
  /** How well a text fits each language, by ISO 639-1; higher is better. */
  detect: (text: string) => Record<string, number>
  /** The post and those around it, as the model was shown them. */
  post: string
  /** Everything else that a number or a name may come from: what the character knows and is. */
  sources: readonly string[]
  /** How this character began its newest replies. */
  openings: readonly string[]
  /** The operator's newest replies to other posts. */
  earlier: readonly string[]
  /** Says which of the character's own instructions a text repeats. */
  findLeaks: (text: string) => string[]
  /** Whether the character's instructions ask for hashtags. */
  wantsHashtags: boolean
}
