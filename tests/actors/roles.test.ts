import { describe, expect, it, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { roleList } from '../../src/machines/characters/characters.actors'
import { servicesOf } from '../support/consoleServices'

describe('the list of characters', () => {
  const stored = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }))
  const listed = async (listRoles: (call: { query: { skip: string; limit: string } }) => Promise<object[]>) => {
    const list = createActor(roleList(servicesOf({ listRoles })), { input: { params: undefined } }).start()
    const { context } = await waitFor(list, (snapshot) => snapshot.context.data !== undefined)
    list.stop()
    return context.data
  }

  it.each([0, 99, 100, 101, 250])('contains all %i characters, which arrive in pages of a hundred', async (count) => {
    const listRoles = vi.fn(async ({ query: { skip, limit } }: { query: { skip: string; limit: string } }) =>
      stored(count).slice(Number(skip), Number(skip) + Number(limit)),
    )
    expect(await listed(listRoles)).toEqual(stored(count))
    expect(listRoles).toHaveBeenCalledTimes(Math.floor(count / 100) + 1)
  })

  it('ends if a provider always returns the same characters', async () => {
    const listRoles = vi.fn(async () => stored(100))
    expect(await listed(listRoles)).toEqual(stored(100))
    expect(listRoles).toHaveBeenCalledTimes(2)
  })
})
