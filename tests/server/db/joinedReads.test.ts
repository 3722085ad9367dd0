import { describe, expect, it } from 'vitest'
import { joinReads } from '../../../server/db/joinedReads'

describe('joined reads', () => {
  const reader = () => {
    const under: { key: string; answer: (value: string) => void; fail: (error: Error) => void }[] = []
    const ask = joinReads((key) => new Promise<string>((answer, fail) => under.push({ key, answer, fail })))
    return { under, ask }
  }

  it('give callers who ask during a read the next read, which they share', async () => {
    const { under, ask } = reader()
    const asked = [ask('a'), ask('a'), ask('a')]
    expect(under).toHaveLength(1)
    under[0]?.answer('before')
    expect(await asked[0]).toBe('before')
    await Promise.resolve()
    expect(under).toHaveLength(2)
    under[1]?.answer('after')
    expect(await Promise.all(asked)).toEqual(['before', 'after', 'after'])
    expect(under).toHaveLength(2)
  })

  it('do not wait for other keys, and start again when nobody waits', async () => {
    const { under, ask } = reader()
    const [one, other] = [ask('a'), ask('b')]
    for (const { key, answer } of under) answer(`${key}1`)
    expect(await Promise.all([one, other])).toEqual(['a1', 'b1'])
    const again = ask('a')
    under[2]?.answer('a2')
    expect(await again).toBe('a2')
  })

  it('continue after a failed read', async () => {
    const { under, ask } = reader()
    const [first, second] = [ask('a'), ask('a')]
    under[0]?.fail(new Error('away'))
    await expect(first).rejects.toThrow('away')
    under[1]?.answer('back')
    expect(await second).toBe('back')
  })
})
