import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Call, contract } from '../../src/schemas/contract'
import { unreadableIn } from '../../src/schemas/unreadable'
import { createApi, UnreadableAnswer } from '../../src/services/api/api'

const at = '2026-05-01T08:00:00.000Z'
const item = (id: number) => ({
  id,
  reply_id: id + 50,
  retry_count: id + 1,
  twitter_username: `@ada${id}`,
  status: 'failed',
  error: 'refused',
  created_at: at,
  updated_at: at,
  reply_tweet_id: `199142773055488099${id}`,
})
const task = (id: number) => ({ id, owner_id: 9, status: 'completed', error: 'one', created_at: at, updated_at: at })

const samples: Record<string, (id: number) => Record<string, unknown>> = {
  listAccounts: (id) => ({ id, username: `@ada${id}`, group: 'launch', is_active: true, created_at: at }),
  listGroups: (id) => ({ id, name: `launch ${id}`, description: 'For launches' }),
  listModels: (id) => ({ id: `gpt ${id}` }),
  listRoles: (id) => ({
    id,
    name: `Mara ${id}`,
    model_name: 'gpt',
    category: 'Dry',
    system_prompt: 'You are Mara.',
    personality_traits: ['dry'],
    background_story: 'Repairs signs.',
    instruction_set: ['brief'],
    version: '1',
    knowledge_base: { opens: 8 },
    example_conversations: { hi: 'hello' },
    language: 'English',
  }),
  listTasks: (id) => ({ ...task(id), total_items: 4, completed: 3, failed: 1, pending: 0 }),
}

const readAs = async (name: string, text: string): Promise<unknown> => {
  const call: Call | undefined = Object.entries<Call>(contract).find(([each]) => each === name)?.[1]
  if (!call) throw new Error(name)
  const api = createApi({ [name]: call } as unknown as Pick<typeof contract, 'listGroups'>, {
    baseUrl: '',
    token: () => undefined,
    onUnauthorized: () => {},
    fetch: async () => new Response(text),
  })
  return (api as unknown as Record<string, (input: object) => Promise<unknown>>)[name]?.({
    params: { taskId: 7, roleId: 7, accountId: 7 },
  })
}
const read = (name: string, answer: unknown) => readAs(name, JSON.stringify(answer))

const anyJson = fc.jsonValue({ maxDepth: 2 })

describe('a list', () => {
  it.each(Object.entries(samples))('of %s keeps its other records, whatever a field contains', async (name, sample) => {
    const fields = Object.keys(sample(1))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), fc.option(anyJson, { nil: undefined }), async (field, value) => {
        const rows = (await read(name, [sample(1), { ...sample(2), [field]: value }, sample(3)])) as object[]
        expect([rows.length, rows[0], rows[2]]).toEqual([3, sample(1), sample(3)])
        const known = Object.entries(sample(2)).filter(([each]) => each !== field)
        expect(rows[1]).toMatchObject(Object.fromEntries(known))
        expect(unreadableIn(rows[1]).filter((each) => each !== field)).toEqual([])
      }),
    )
  })

  it.each(Object.entries(samples))('of %s marks a row that is no record at all', async (name, sample) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant(null), fc.string(), fc.integer(), fc.boolean()), async (row) => {
        const rows = (await read(name, [sample(1), row, sample(3)])) as object[]
        expect([rows.length, rows[0], rows[2]]).toEqual([3, sample(1), sample(3)])
        expect(unreadableIn(rows[1])).toContain('id')
      }),
    )
  })

  it('of items keeps the task and the other items, whatever a field contains', async () => {
    const fields = Object.keys(item(1))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), fc.option(anyJson, { nil: undefined }), async (field, value) => {
        const answer = { ...task(7), items: [item(1), { ...item(2), [field]: value }, item(3)] }
        const read7 = (await read('getTask', answer)) as { id: number; items: object[] }
        expect([read7.id, read7.items.length, read7.items[0], read7.items[2]]).toEqual([7, 3, item(1), item(3)])
      }),
    )
  })
})

it('fields that cannot be read are empty and marked, numbers are texts, and rows without an id have different ones', async () => {
  const rows = await read('listGroups', [{ id: 'g-1', name: ['no', 'text'], description: 7 }, null, 'no record'])
  expect(rows).toEqual([
    { id: 'g-1', name: '', description: '7', unreadable: ['name'] },
    { id: 'unreadable 2', name: '', description: '', unreadable: ['id'] },
    { id: 'unreadable 3', name: '', description: '', unreadable: ['id'] },
  ])
  const { reply_id: _, ...withoutReply } = item(2)
  const { items } = (await read('getTask', { ...task(7), items: [withoutReply] })) as { items: object[] }
  expect(unreadableIn(items[0])).toEqual(['reply_id'])
})

it('a single record without its id is refused', async () => {
  const { id: _, ...role } = samples.listRoles?.(7) ?? {}
  await expect(read('getRole', role)).rejects.toThrow(UnreadableAnswer)
})

it('an empty value of a record stands for null or nothing, without a mark', async () => {
  const [group] = (await read('listGroups', [{ id: 'g-1', name: 'launch', description: null }])) as object[]
  expect(group).toEqual({ id: 'g-1', name: 'launch', description: '' })
  expect(await read('getRole', { ...samples.listRoles?.(7), personality_traits: null, knowledge_base: null })).toEqual({
    ...samples.listRoles?.(7),
    personality_traits: [],
    knowledge_base: {},
  })
})

it('a missing number or truth value of a row is marked, because 0 and false would be statements', async () => {
  const [task] = (await read('listTasks', [
    { ...samples.listTasks?.(7), failed: null, pending: undefined },
  ])) as object[]
  expect(unreadableIn(task)).toEqual(['failed', 'pending'])
  const [account] = (await read('listAccounts', [{ ...samples.listAccounts?.(7), is_active: null }])) as object[]
  expect(unreadableIn(account)).toEqual(['is_active'])
  const { is_active: _, ...single } = samples.listAccounts?.(7) ?? {}
  expect(unreadableIn((await read('getAccount', single)) as object)).toEqual(['is_active'])
})

it('a task without an owner, and an item without a count of its retries, are shown without a mark', async () => {
  const items = [{ ...item(1), retry_count: null }]
  expect(await read('getTask', { ...task(7), owner_id: null, items })).toEqual({ ...task(7), owner_id: null, items })
  const [row] = (await read('listTasks', [{ ...samples.listTasks?.(7), owner_id: undefined }])) as object[]
  expect(row).toEqual({ ...samples.listTasks?.(7), owner_id: null })
})

it('a single record with a value of another type is refused, because saving it would replace that value', async () => {
  const role = { ...samples.listRoles?.(7), knowledge_base: ['opens at 8'] }
  await expect(read('getRole', role)).rejects.toThrow(UnreadableAnswer)
})

it('a long number keeps all its digits, and texts stay as they are', async () => {
  const text = '{"tweet_id": 1991427730554880217, "text": "id: 1991427730554880217, \\"[1991427730554880217"}'
  expect(await readAs('fetchContent', text)).toEqual({
    tweet_id: '1991427730554880217',
    text: 'id: 1991427730554880217, "[1991427730554880217',
  })
})
