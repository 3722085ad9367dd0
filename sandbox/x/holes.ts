import type { Answer } from './problems'

/**
 * Parts that an answer leaves out of posts, by their ids, `*` for all: fields under either of their names, as paths
 * such as `entities.mentions.0.id`; `author` for the person beside the post; `post` for the post itself, which X then
 * names in its `errors`. `meta` names fields of the page.
 */
export type Holes = Readonly<Record<string, readonly string[]>>

type Json = Record<string, unknown>

const newerNames: Record<string, string> = {
  note_tweet: 'note_post',
  referenced_tweets: 'referenced_posts',
  edit_history_tweet_ids: 'edit_history_post_ids',
}

/** X answers with 200 anyway (docs.x.com, x-api/fundamentals/response-codes-and-errors, "partial errors"). */
export const withHoles = (answer: Answer, holes: Holes): Answer => {
  if (answer.status !== 200 || Object.keys(holes).length === 0) return answer
  const body: Json = structuredClone(answer.body as Json)
  const fieldsOf = ({ id }: Json) => [...(holes[String(id)] ?? []), ...(holes['*'] ?? [])]
  const isLeftOut = (post: Json) => fieldsOf(post).includes('post')
  const { data, includes = {}, meta } = body as { data?: Json | Json[]; includes?: Record<string, Json[]>; meta?: Json }
  const listed = Array.isArray(data) ? data : []
  const missing = listed.filter(isLeftOut)
  const { tweets = [], posts = [], users } = includes
  const beside = [...tweets, ...posts]
  const authors = [data ?? [], beside]
    .flat()
    .flatMap((post) => (fieldsOf(post).includes('author') ? post.author_id : []))
  if (Array.isArray(data)) body.data = data.filter((post) => !isLeftOut(post))
  if (users) includes.users = users.filter(({ id }) => !authors.includes(id))
  for (const list of ['tweets', 'posts'] as const) {
    if (includes[list]) includes[list] = includes[list].filter((post) => !isLeftOut(post))
  }
  for (const post of [data ?? [], beside].flat()) for (const path of fieldsOf(post)) remove(post, path)
  if (meta) for (const path of holes.meta ?? []) remove(meta, path)
  if (missing.length > 0) body.errors = [body.errors ?? [], missing.map(notLoaded)].flat()
  return { ...answer, body }
}

const remove = (from: Json, path: string): void => {
  const [name = '', ...rest] = path.split('.')
  for (const each of [name, newerNames[name] ?? name]) {
    const inner = from[each]
    if (rest.length === 0) delete from[each]
    else if (typeof inner === 'object' && inner !== null) remove(inner as Json, rest.join('.'))
  }
}

const notLoaded = ({ id }: Json) => ({
  resource_type: 'tweet',
  resource_id: id,
  value: id,
  parameter: 'id',
  title: 'Partial Error',
  detail: `Could not load tweet with id: [${id}].`,
  type: 'https://api.twitter.com/2/problems/resource-unavailable',
})
