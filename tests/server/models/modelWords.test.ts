import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { presentable, refusalIn, requestIdOf, withoutSecrets } from '../../../server/models/refusals'

describe("a provider's words in its refusal", () => {
  const nothing = { code: '', status: undefined, written: undefined, isLate: false }

  test.each<[string, unknown, Partial<ReturnType<typeof refusalIn>>]>([
    [
      'an object with a code and a type',
      { error: { message: 'No such model', code: 'model_not_found', type: 'invalid_request_error' } },
      { words: 'No such model', code: 'model_not_found' },
    ],
    ['a type in the place of a code', { error: { message: 'Wait', type: 'slow' } }, { words: 'Wait', code: 'slow' }],
    [
      'an array around it',
      [{ error: { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED' } }],
      { words: 'Quota', code: '429', status: 429 },
    ],
    ['a status by its name', { error: { message: 'Quota', status: 'LATER' } }, { words: 'Quota', code: 'LATER' }],
    ['a string, with a code beside it', { code: 'bad', error: 'Wrong key' }, { words: 'Wrong key', code: 'bad' }],
    [
      'flat, as an object',
      { object: 'error', message: 'Too long', code: 40_301 },
      { words: 'Too long', code: '40301' },
    ],
    ['flat, by its type', { type: 'error', message: 'Too big' }, { words: 'Too big', code: 'error' }],
    ['flat, without any name', { message: 'Unauthorized', request_id: 'r1' }, { words: 'Unauthorized' }],
    ['a detail', { detail: 'Not Found' }, { words: 'Not Found' }],
    [
      'details with their places',
      { detail: [{ loc: ['body', 'messages', 0], msg: 'Field required' }, { msg: 'Too many' }] },
      { words: 'body.messages.0: Field required; Too many' },
    ],
    ['the first of many errors', { errors: [{ message: 'One' }, { message: 'Two' }] }, { words: 'One' }],
    ['an error inside an error', { error: { error: { error_description: 'Deep' } } }, { words: 'Deep' }],
    ['a title alone', { error: { title: 'Gone' } }, { words: 'Gone' }],
    ['a code alone', { error: { code: 'overloaded' } }, { words: 'overloaded', code: 'overloaded' }],
    ['a type alone', { error: { type: 'overloaded_error' } }, { words: 'overloaded_error', code: 'overloaded_error' }],
    ['nothing at all', { error: {} }, { words: undefined }],
    [
      'what another provider said, as JSON text',
      {
        error: {
          message: 'Provider returned error',
          metadata: { raw: '{"error":{"message":"Busy"}}', provider_name: 'Novita' },
        },
      },
      { words: 'Provider returned error (Novita): Busy' },
    ],
    [
      'what another provider said, as text',
      { error: { code: 502, metadata: { raw: 'upstream died' } } },
      { words: 'Provider returned error: upstream died', code: '502', status: 502 },
    ],
    [
      'what another provider said, as an object',
      { error: { message: 'Failed', metadata: { raw: { detail: 'Full' } } } },
      { words: 'Failed: Full' },
    ],
    [
      'another provider that said nothing',
      { error: { message: 'Failed', metadata: { raw: '  ' } } },
      { words: 'Failed' },
    ],
    [
      'beside the beginning of an answer',
      { choices: [{ error: { message: 'Cut off', code: 502 }, message: { content: 'One' } }] },
      { words: 'Cut off', code: '502', status: 502, isLate: true },
    ],
    [
      'with what the model wrote all the same',
      { error: { message: 'Not JSON', code: 'json_validate_failed', failed_generation: '1. Lovely' } },
      { words: 'Not JSON', code: 'json_validate_failed', written: '1. Lovely' },
    ],
    ['a status outside of what HTTP has', { error: { message: 'Odd', code: 600 } }, { words: 'Odd', code: '600' }],
    ['the status beside the error', { status: 503, error: 'Away' }, { words: 'Away', status: 503 }],
  ])('%s', (_form, body, said) => {
    expect(refusalIn(body)).toMatchObject({ ...nothing, ...said })
  })

  test.each([
    ['a completion', { choices: [{ message: { content: 'One' } }], message: 'not one' }],
    ['a list', { data: [], message: 'not one' }],
    ['an error that is none', { error: null, choices: [{}] }],
    ['no error by a word', { error: false }],
    ['a text', 'gone'],
    ['a success by its code', { code: 0, msg: 'success', data: null }],
    ['nothing', undefined],
    ['an empty array', []],
  ])('%s is not a refusal', (_name, body) => {
    expect(refusalIn(body)).toBeUndefined()
  })
})

describe('a refusal in an unknown form', () => {
  const noise = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.constantFrom('req-9', 'E42', '2026-11-29'))
  const holder = fc.constantFrom('fault', 'payload', 'Response', 'info', 'x', 'errors', 'status_msg', 'Message', 'why')

  it('is recognised by its sentence, at any place', () => {
    const words = 'The project has no access to this model'
    const shape = fc.array(
      fc.record({ holder, isList: fc.boolean(), beside: fc.dictionary(fc.constantFrom('at', 'n', 'ok'), noise) }),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    fc.assert(
      fc.property(shape, (steps) => {
        const body = steps.reduce<unknown>(
          (inner, step) => ({ ...step.beside, [step.holder]: step.isList ? [inner] : inner }),
          words,
        )
        expect(refusalIn(body, true)?.words).toBe(words)
      }),
      { seed: 51, numRuns: 500 },
    )
  })

  it('does not repeat the prompt', () => {
    const body = { request: { messages: [{ content: 'You are Mara' }] }, prompt: 'You are Mara', status: 'failed' }
    expect(refusalIn(body, true)?.words).toBeUndefined()
  })
})

describe('the request id of the provider', () => {
  const headers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `of ${name}`]))

  it('is the id of the answer, otherwise the first id in a header', () => {
    const all = ['x-request-id', 'request-id', 'apim-request-id', 'x-ms-request-id', 'cf-ray']
    expect(requestIdOf(headers(...all), { request_id: 'top', error: { request_id: 'inner' } })).toBe('top')
    expect(requestIdOf(headers(...all), [{ error: { request_id: 'inner' } }])).toBe('inner')
    for (const [index, name] of all.entries()) {
      expect(requestIdOf(headers(...all.slice(index)), undefined)).toBe(`of${name}`)
    }
    expect(requestIdOf({}, { request_id: 7 })).toBeUndefined()
  })

  it('is short, and contains only harmless characters', () => {
    expect(requestIdOf({ 'x-request-id': `<b>req_${'9'.repeat(200)}` }, {})).toBe(`breq_${'9'.repeat(93)}`)
    expect(requestIdOf({ 'x-request-id': '<>', 'cf-ray': 'ray-1:a.b' }, {})).toBe('ray-1:a.b')
  })
})

describe('a provider’s words as they are shown', () => {
  test.each([
    ['OpenAI', 'sk-proj-Ab_c9*****…wxyz'],
    ['Groq', 'gsk_0a1B2c3D'],
    ['xAI', 'xai-9Zy8'],
    ['Together', 'tgp_v1_k3Y'],
    ['Gemini', 'AIzaSyD-9x_8'],
    ['Gemini, newer', 'AQ.Ab8RN6'],
    ['anybody, behind its scheme', 'Bearer 5f2c.aa/9'],
    ['anybody, masked', '5f2c****aa9'],
  ])('contain no key in the form of %s', (_provider, key) => {
    expect(withoutSecrets(`Incorrect key: ${key}, or ${key}`, [])).toBe('Incorrect key: [redacted], or [redacted]')
  })

  it('contain none of our secrets, and end before a prompt', () => {
    const said = `The key abc/1 is no key of xyz. abc/1!; messages = [{"content":"You are Mara"}]`
    expect(presentable(said, ['abc/1', 'xyz'])).toBe('The key [redacted] is no key of [redacted]. [redacted]!')
  })

  it('end after 500 letters', () => {
    expect(presentable('a'.repeat(500), [])).toBe('a'.repeat(500))
    expect(presentable('a'.repeat(501), [])).toBe(`${'a'.repeat(499)}…`)
  })
})
