/** The address where it is one that a link may lead to, http or https; a provider may send any text. */
export const webAddress = (text: string | null | undefined): string | undefined =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined
