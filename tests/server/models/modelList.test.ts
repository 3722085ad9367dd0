import { describe, expect, test } from 'vitest'
import { begin, provider } from '../../support/modelProvider'

describe('the list of models', () => {
  const listing = async (body: unknown) =>
    (await provider((response) => begin(response).end(JSON.stringify(body)))).client.listModels()

  test('may have 5,000 names, or none', async () => {
    const names = Array.from({ length: 5000 }, (_, index) => ({ id: `model-${index}`, object: 'model' }))
    expect(await listing({ object: 'list', data: names })).toEqual(names.map(({ id }) => ({ id })))
    expect(await listing({ object: 'list', data: [] })).toEqual([])
  })

  test('may be a bare array, contain other kinds of models, or have a prefix', async () => {
    expect(
      await listing([
        { id: 'a', type: 'chat' },
        { id: 'b', type: 'image' },
        { id: 'a', type: 'chat' },
      ]),
    ).toEqual([{ id: 'a' }])
    expect(
      await listing({
        data: [{ id: 'models/gemini-9' }, { id: 'c', capabilities: { completion_chat: false } }, { id: '' }],
      }),
    ).toEqual([{ id: 'gemini-9' }])
    expect(
      await listing([
        { id: 'a', context_length: 8_192 },
        { id: 'b', max_context_length: 32_768 },
        { id: 'c', max_model_len: 16_384 },
        { id: 'd', max_input_tokens: 200_000 },
        { id: 'e', context_length: '8k', meta: { n_ctx_train: 131_072 } },
      ]),
    ).toEqual([
      { id: 'a', context_tokens: 8_192 },
      { id: 'b', context_tokens: 32_768 },
      { id: 'c', context_tokens: 16_384 },
      { id: 'd', context_tokens: 200_000 },
      { id: 'e' },
    ])
  })

  test.each<[string, unknown, object[]]>([
    ['no models loaded (Ollama)', { object: 'list', data: null }, []],
    [
      'kinds by their names (LM Studio)',
      {
        data: [
          { id: 'a', type: 'llm' },
          { id: 'b', type: 'embeddings' },
          { id: 'c', type: 'a-new-kind' },
        ],
      },
      [{ id: 'a' }, { id: 'c' }],
    ],
    [
      'a model by `model`',
      { models: [{ model: 'a:7b', name: 'A 7B' }, { model: 'b:2b' }] },
      [{ id: 'a:7b' }, { id: 'b:2b' }],
    ],
    [
      'names alone, in a place of their own',
      { warnings: [], result: { available: ['a', 'b'] } },
      [{ id: 'a' }, { id: 'b' }],
    ],
    [
      'days on which models end',
      [
        { id: 'a', shutdown_date: '2026-12-11' },
        { id: 'b', shutdown_date: null },
        { id: 'c', expiration_date: '2027-01-14T00:00:00Z' },
        { id: 'd', shutdown_date: 'soon' },
      ],
      [{ id: 'a', shutdown_date: '2026-12-11' }, { id: 'b' }, { id: 'c', shutdown_date: '2027-01-14' }, { id: 'd' }],
    ],
  ])('may contain %s', async (_, body, models) => {
    expect(await listing(body)).toEqual(models)
  })

  test.each([{ data: 'none' }, 'a', null, { data: [1, null, { id: 7 }] }])(
    '%j is not a list of models',
    async (body) => {
      await expect(listing(body)).rejects.toMatchObject({
        detail: 'The model provider answered something that is not a list of models',
      })
    },
  )
})
