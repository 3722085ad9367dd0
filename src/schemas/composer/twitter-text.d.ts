declare module 'twitter-text/dist/parseTweet.js' {
  import type { parseTweet } from 'twitter-text'

  const parse: typeof parseTweet
  export default parse
}

declare module 'twitter-text/dist/extractHashtags.js' {
  import type { extractHashtags } from 'twitter-text'

  const extract: typeof extractHashtags
  export default extract
}

declare module 'twitter-text/dist/extractMentions.js' {
  import type { extractMentions } from 'twitter-text'

  const extract: typeof extractMentions
  export default extract
}

declare module 'twitter-text/dist/extractMentionsWithIndices.js' {
  import type { extractMentionsWithIndices } from 'twitter-text'

  const extract: typeof extractMentionsWithIndices
  export default extract
}

declare module 'twitter-text/dist/extractUrls.js' {
  import type { extractUrls } from 'twitter-text'

  const extract: typeof extractUrls
  export default extract
}

declare module 'twitter-text/dist/extractUrlsWithIndices.js' {
  import type { extractUrlsWithIndices } from 'twitter-text'

  const extract: typeof extractUrlsWithIndices
  export default extract
}

declare module 'twitter-text/dist/configs.js' {
  import type { ParseTweetOptions } from 'twitter-text'

  const configs: Record<'version1' | 'version2' | 'version3' | 'defaults', ParseTweetOptions>
  export default configs
}

declare module 'twitter-text/dist/extractCashtags.js' {
  import type { extractCashtags } from 'twitter-text'

  const extract: typeof extractCashtags
  export default extract
}
