type Fields = Record<string, unknown>

interface Asked {
  method: string
  /** Below the API's base, with its query. */
  address: string
  body?: unknown
}

interface Answered {
  status: number
  body?: unknown
}

const at = '2026-05-01T08:00:00.000Z'
const credentials = ['client_id', 'client_secret', 'api_key', 'api_secret', 'access_token', 'access_token_secret']
const roleFields = ['name', 'model_name', 'category', 'system_prompt', 'personality_traits', 'background_story']
const moreRoleFields = ['instruction_set', 'version', 'knowledge_base', 'example_conversations', 'language']

const fieldsOf: Record<string, string[]> = {
  'POST /auth/login': ['email', 'password'],
  'POST /auth/register': ['email', 'password', 'username'],
  accounts: ['username', ...credentials, 'group'],
  groups: ['name', 'description'],
  roles: [...roleFields, ...moreRoleFields],
  'POST /twitter/tweet/content': ['tweet_url'],
  'POST /twitter/tweet/generate-reply': ['tweet_id', 'role_id', 'count'],
  'POST /twitter/tweet/batch-post-replies': ['reply_ids', 'group_name'],
  'POST /twitter/tweet/post-reply': ['reply_id', 'twitter_account_id'],
  reply: ['content'],
}

/**
 * The 26 calls exactly as the specification shows them: `{}` where it shows no answer, 404 for everything else. Nothing
 * is sent anywhere.
 *
 * @param idOf makes the id of the record with this number.
 */
export const createPlainProvider = (idOf: (number: number) => number | string = (number) => number) => {
  const excess: string[] = []
  const asked: string[] = []
  const tables: Record<string, Map<string, Fields>> = { accounts: new Map(), groups: new Map(), roles: new Map() }
  const replies = new Map<string, Fields>()
  const tasks: Fields[] = []
  let made = 0
  const nextId = () => {
    made += 1
    return idOf(made)
  }

  const queries: Record<string, string[]> = {
    'GET /twitter/accounts': ['group'],
    'GET /ai-roles': ['skip', 'limit'],
    'GET /tasks/': ['limit'],
  }

  const check = (call: string, allowed: string[], given: unknown) => {
    const more = Object.keys(Object(given)).filter((name) => !allowed.includes(name))
    if (more.length > 0) excess.push(`${call} with ${more.join(', ')}`)
  }

  const records = (table: string, isFound: (record: Fields) => boolean = () => true): Answered => ({
    status: 200,
    body: [...(tables[table]?.values() ?? [])].filter(isFound),
  })

  const ofTable = (call: string, table: string, id: string | undefined, { method, body }: Asked): Answered => {
    const rows = tables[table] ?? new Map<string, Fields>()
    if (body !== undefined) check(call, fieldsOf[table] ?? [], body)
    if (method === 'POST') {
      const id = nextId()
      rows.set(String(id), {
        id,
        ...Object(body),
        ...(table === 'accounts' ? { is_active: true, created_at: at } : {}),
      })
      return { status: 200, body: {} }
    }
    const row = id === undefined ? undefined : rows.get(id)
    if (!row || id === undefined) return { status: 404, body: { detail: 'Not Found' } }
    if (method === 'GET') return { status: 200, body: row }
    if (method === 'DELETE') rows.delete(id)
    else rows.set(id, { ...row, ...Object(body) })
    return { status: 200, body: {} }
  }

  const send = (ids: unknown[], accounts: Fields[]): Answered => {
    const items = ids.map((reply_id, index) => ({
      id: idOf(index + 1),
      reply_id,
      retry_count: null,
      twitter_username: accounts[index]?.username ?? null,
      status: 'completed',
      error: null,
      created_at: at,
      updated_at: at,
      reply_tweet_id: '1991427730554880999',
    }))
    tasks.unshift({
      id: nextId(),
      owner_id: 1,
      status: 'completed',
      error: null,
      created_at: at,
      updated_at: null,
      items,
    })
    return { status: 200, body: {} }
  }

  const others: Record<string, (body: Fields) => Answered> = {
    'POST /auth/login': () => ({ status: 200, body: { access_token: 'plain token' } }),
    'POST /auth/register': () => ({ status: 200, body: {} }),
    'GET /openai/models': () => ({ status: 200, body: [{ id: 'plain-model' }] }),
    'POST /twitter/tweet/content': () => ({ status: 200, body: { tweet_id: '1991427730554880217' } }),
    'POST /twitter/tweet/generate-reply': ({ count }) => ({
      status: 200,
      body: {
        replies: Array.from({ length: Number(count) }, () => {
          const reply_id = nextId()
          const reply = { reply_id, content: `Reply number ${reply_id} about bread` }
          replies.set(String(reply_id), reply)
          return reply
        }),
      },
    }),
    'POST /twitter/tweet/batch-post-replies': ({ reply_ids, group_name }) =>
      send(
        reply_ids as unknown[],
        [...(tables.accounts?.values() ?? [])].filter(({ group }) => group === group_name),
      ),
    'POST /twitter/tweet/post-reply': ({ reply_id, twitter_account_id }) =>
      send([reply_id], [tables.accounts?.get(String(twitter_account_id)) ?? {}]),
    'GET /tasks/': () => ({
      status: 200,
      body: tasks.map(({ items, ...task }): Fields => {
        if (!Array.isArray(items)) return task
        const total = items.length
        return { ...task, total_items: total, completed: total, failed: 0, pending: 0 }
      }),
    }),
  }

  const answer = (call: Asked): Answered => {
    const [path = '', query = ''] = call.address.split('?')
    const name = `${call.method} ${path}`
    asked.push(name)
    check(name, queries[name] ?? [], Object.fromEntries(new URLSearchParams(query)))
    const other = others[name]
    if (other) {
      if (call.body !== undefined) check(name, fieldsOf[name] ?? [], call.body)
      return other(Object(call.body))
    }
    if (name === 'GET /twitter/accounts') {
      const group = new URLSearchParams(query).get('group')
      return records('accounts', (account) => !group || account.group === group)
    }
    if (name === 'GET /groups') return records('groups')
    if (name === 'GET /ai-roles') return records('roles')
    const record = /^\/(twitter\/accounts|groups|ai-roles)(?:\/([\w-]+))?$/.exec(path)
    const isWhole = call.method === 'POST' ? record?.[2] === undefined : record?.[2] !== undefined
    if (record && isWhole) {
      const table = { 'twitter/accounts': 'accounts', groups: 'groups', 'ai-roles': 'roles' }[String(record[1])] ?? ''
      return ofTable(name, table, record[2], call)
    }
    const task = /^GET \/tasks\/([\w-]+)$/.exec(name)
    if (task) {
      const found = tasks.find(({ id }) => String(id) === task[1])
      return found ? { status: 200, body: found } : { status: 404, body: { detail: 'Not Found' } }
    }
    const reply = /^(?:GET \/twitter\/replies\/detail|PUT \/twitter\/replies)\/([\w-]+)$/.exec(name)
    if (reply) {
      const id = String(reply[1])
      if (call.method === 'GET') return { status: 200, body: replies.get(id) ?? {} }
      check(name, ['content'], call.body)
      replies.set(id, { ...replies.get(id), ...Object(call.body) })
      return { status: 200, body: {} }
    }
    if (name !== 'GET /meta') excess.push(name)
    return { status: 404, body: { detail: 'Not Found' } }
  }

  return {
    answer,
    /** Every call by method and path, oldest first. */
    asked,
    /** Calls and fields beyond the specification. */
    excess,
    /** A record as the console would never write it. */
    add: (table: 'accounts' | 'groups' | 'roles' | 'tasks', record: Fields) => {
      if (table === 'tasks') tasks.push(record)
      else tables[table]?.set(String(record.id), record)
    },
    /** As the console's forms would fill it. */
    furnish: () => {
      const post = (address: string, body: Fields) => answer({ method: 'POST', address, body })
      post('/groups', { name: 'bakers', description: 'For bread' })
      for (const username of ['@ada', '@bob', '@cy']) {
        const keys = Object.fromEntries(credentials.map((each) => [each, 'x']))
        post('/twitter/accounts', { username, ...keys, group: 'bakers' })
      }
      const texts = Object.fromEntries(roleFields.map((each) => [each, `a ${each}`]))
      post('/ai-roles', {
        ...texts,
        name: 'Mara',
        model_name: 'plain-model',
        personality_traits: null,
        instruction_set: ['brief'],
        version: '1',
        knowledge_base: null,
        example_conversations: null,
        language: 'English',
      })
      asked.length = 0
    },
  }
}

export type PlainProvider = ReturnType<typeof createPlainProvider>
