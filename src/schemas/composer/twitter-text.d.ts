declare module 'twitter-text/dist/parseTweet.js' {
  export { parseTweet as default } from 'twitter-text'
}

declare module 'twitter-text/dist/extractHashtags.js' {
  export { extractHashtags as default } from 'twitter-text'
}

declare module 'twitter-text/dist/extractMentions.js' {
  export { extractMentions as default } from 'twitter-text'
}

declare module 'twitter-text/dist/extractMentionsWithIndices.js' {
  export { extractMentionsWithIndices as default } from 'twitter-text'
}

declare module 'twitter-text/dist/extractUrls.js' {
  export { extractUrls as default } from 'twitter-text'
}

declare module 'twitter-text/dist/extractUrlsWithIndices.js' {
  export { extractUrlsWithIndices as default } from 'twitter-text'
}

declare module 'twitter-text/dist/configs.js' {
  import type { ParseTweetOptions } from 'twitter-text'

  const configs: Record<'version1' | 'version2' | 'version3' | 'defaults', ParseTweetOptions>
  export default configs
}

declare module 'twitter-text/dist/extractCashtags.js' {
  export { extractCashtags as default } from 'twitter-text'
}
