/** Of Latin script about four characters make a token, of every other about one: estimated, never counted. */
export const estimatedTokens = (text: string): number => {
  const others = text.match(/[\u0250-\uffff]/g)?.length ?? 0
  return others + Math.ceil((text.length - others) / 4)
}

/** What a model writes for one reply, the JSON around it included, before anybody has seen it. */
export const tokensPerReply = 60

/** What stands in a prompt around the character and the post: rules, angles, the form of the answer. */
export const tokensOfRules = 500

/** Whether a model does not take so many: they are estimated, so what is slightly over is left to its provider. */
export const isTooLong = (tokens: number, most: number): boolean => tokens > most * 1.2
