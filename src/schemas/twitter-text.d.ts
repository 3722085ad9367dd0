declare module 'twitter-text/dist/parseTweet.js' {
  import type { parseTweet } from 'twitter-text'

  const parse: typeof parseTweet
  export default parse
}
