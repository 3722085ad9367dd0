import { afterEach, describe, expect, it } from 'vitest'
import { findEarlierReplies } from '../../../server/features/composer/earlierReplies.store'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, differentTexts } from '../../support/delivery'

const tweetId = '1900000000000000001'

describe.each(databasesHere())('the accounts that already replied to a post, on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  it('are the active accounts, each with its first reply that has not failed', async () => {
    bench = await createBench(kind, 5)
    const { db, delivery, ownerId, accounts } = bench
    const groupId = accounts[0]?.group_id ?? 0
    const [ada, bob, , dora, emil] = accounts.map(({ id }) => id)
    const sends = [ada, ada, ada, bob, dora, emil]
    const replies = await bench.addReplies(differentTexts(sends.length))
    const tasks: string[] = []
    for (const [index, account = 0] of sends.entries()) {
      const { task_id } = await delivery.enqueueSolo(ownerId, {
        reply_id: replies[index] ?? '',
        twitter_account_id: account,
      })
      tasks.push(task_id)
    }
    const [first = '', second, , bobs = ''] = tasks
    await db.updateTable('task_items').set({ state: 'failed' }).where('task_id', 'in', [first, bobs]).execute()
    await db
      .updateTable('accounts')
      .set({ is_active: 0 })
      .where('id', '=', dora ?? 0)
      .execute()
    await db
      .updateTable('accounts')
      .set({ group_id: null })
      .where('id', '=', emil ?? 0)
      .execute()
    const answersIn = async (scope: { groupId: number | undefined }, post = tweetId, owner = ownerId) =>
      [...(await findEarlierReplies(db, { ownerId: owner, ...scope }, post)).values()]
        .map(({ id, username, xUserId, task_id }) => ({ id, username, xUserId, task_id }))
        .toSorted((one, other) => one.id - other.id)
    const ofGroup = [
      { id: ada, username: '@user1', xUserId: '1', task_id: second },
      { id: bob, username: '@user2', xUserId: '2', task_id: undefined },
    ]
    expect(await answersIn({ groupId })).toEqual(ofGroup)
    expect(await answersIn({ groupId: undefined })).toEqual([
      ...ofGroup,
      { id: emil, username: '@user5', xUserId: '5', task_id: tasks[5] },
    ])
    expect(await answersIn({ groupId: undefined }, '1900000000000000002')).toEqual([])
    expect(await answersIn({ groupId: undefined }, tweetId, ownerId + 1)).toEqual([])
  })
})
