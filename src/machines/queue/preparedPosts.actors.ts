import type { FetchedPost } from '../../schemas/composer/draft'
import { replyCalls } from '../../schemas/composer/replies'
import type { ConsoleServices } from '../../services/services'
import { provided } from '../crud/provided.actors'

const mostHeld = 20

/**
 * Posts that were loaded early, by their link. Each is taken once. A running load is awaited, a failed one is repeated.
 */
export const preparedPosts = provided((services: ConsoleServices) => {
  const { fetchContent } = services.client({ fetchContent: replyCalls.fetchContent })
  const posts = new Map<string, Promise<FetchedPost>>()

  const read = async (tweet_url: string): Promise<FetchedPost> => ({
    ...(await fetchContent({ body: { tweet_url } })),
    tweet_url,
  })

  return {
    /** The load continues after its requester stops, because it is paid for. */
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
    /**
     * Undefined if the post was not loaded. The composer asks again who may reply, because accounts may have changed.
     */
    take: async (tweet_url: string): Promise<FetchedPost | undefined> => {
      const prepared = posts.get(tweet_url)
      posts.delete(tweet_url)
      return prepared?.catch(() => undefined)
    },
  }
})
