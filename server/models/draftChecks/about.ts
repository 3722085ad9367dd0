/** The facts that the draft checks compare a draft with. */
export interface About {
  /** Username of the author of the post, without @. */
  author: string | undefined
  /** ISO 639-1 code of the reply's expected language; undefined if unknown. */
  language: string | undefined
  /** @returns how well a text fits each language, by ISO 639-1 code; higher is better. */
  detect: (text: string) => Record<string, number>
  /** The post and the posts around it, as in the prompt. */
  post: string
  /** Other sources of numbers and names: the knowledge and the description of the character. */
  sources: readonly string[]
  /** The first words of the character's newest replies. */
  openings: readonly string[]
  /** The operator's newest replies to other posts. */
  earlier: readonly string[]
  /** @returns the character's instructions that a text repeats. */
  findLeaks: (text: string) => string[]
  wantsHashtags: boolean
}
