import fc from 'fast-check'
import { expect, it } from 'vitest'
import { printRecording } from '../../src/recording/printRecording'
import { type Entry, readRecording } from '../../src/recording/recording'

const shared = [{ of: 'a' }, { of: 'b', more: [1, 2, 3] }, [1, 2, 3], [1, 2, 4]]
const field = fc.oneof(fc.constantFrom(undefined, null, 0, 1, '', 'x', ...shared), fc.record({ of: fc.boolean() }))
const fields = fc.record({ one: field, two: field, three: field }, { requiredKeys: [] })

const entriesWith = (each: object): Entry[] => [
  { kind: 'actor', at: 1, actor: 'x:1', name: 'save', input: each },
  { kind: 'event', at: 1, actor: 'x:0', event: { ...each, type: 'go' } },
  {
    kind: 'snapshot',
    at: 1,
    actor: 'x:0',
    event: { ...each, type: 'go' },
    transitions: [],
    snapshot: { status: 'active', context: each },
  },
]

it('a file contains every input, event and context, even one without a field of the one before', () => {
  const returns = (many: object[]) => {
    const entries = many.flatMap(entriesWith)
    expect(readRecording(printRecording(entries)).entries).toEqual(JSON.parse(JSON.stringify(entries)))
  }
  fc.assert(fc.property(fc.array(fields, { minLength: 2, maxLength: 5 }), returns))
})
