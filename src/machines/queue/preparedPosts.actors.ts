import type { FetchedPost } from '../../schemas/draft'
import { replyCalls } from '../../schemas/replies'
import type { ConsoleServices } from '../../services/services'
import { provided } from '../crud/provided.actors'

const mostHeld = 20

/**
 * Posts that were read before their turn, by the link that they were read by, to be taken once instead of reading them
 * again. One that is still on its way is waited for; one that failed is read anew.
 */
export const preparedPosts = provided((services: ConsoleServices) => {
  const { fetchContent } = services.client({ fetchContent: replyCalls.fetchContent })
  const posts = new Map<string, Promise<FetchedPost>>()

  const read = async (tweet_url: string): Promise<FetchedPost> => ({
    ...(await fetchContent({ body: { tweet_url } })),
    tweet_url,
  })

  return {
    /** Goes on when nobody waits any more: it is paid for. */
    prepare: async (tweet_url: string): Promise<FetchedPost> => {
      const post = read(tweet_url)
      posts.set(tweet_url, post)
      for (const oldest of posts.keys()) if (posts.size > mostHeld) posts.delete(oldest)
      try {
        return await post
      } catch (error) {
        posts.delete(tweet_url)
        throw error
      }
    },
    /** Undefined where it was not read. The composer asks anew who may answer it: accounts may have come or answered since. */
    take: async (tweet_url: string): Promise<FetchedPost | undefined> => {
      const prepared = posts.get(tweet_url)
      posts.delete(tweet_url)
      return prepared?.catch(() => undefined)
    },
  }
})
