import { afterEach, describe, expect, it } from 'vitest'
import { deleteAccount } from '../../../server/features/accounts/accounts.store'
import { databasesHere } from '../../support/databases'
import { type Bench, createBench, differentTexts } from '../../support/delivery'

describe.each(databasesHere())('deleting a media agent whose replies are being sent on $name', (kind) => {
  let bench: Bench
  afterEach(() => bench.dispose())

  const remove = (accountId: number) =>
    bench.db.transaction().execute((trx) => deleteAccount(trx, bench.ownerId, accountId))

  it('names the reply that is being sent, and deletes when its outcome is known; nothing is sent after that', async () => {
    bench = await createBench(kind, 1)
    const account = bench.accounts[0]?.id ?? 0
    const { createReply } = bench.x
    let connect = () => {}
    const connecting = new Promise<void>((resolve) => {
      bench.x.createReply = async (...call) => {
        await new Promise<void>((stand) => {
          connect = stand
          resolve()
        })
        return createReply(...call)
      }
    })
    const [first = '', second = ''] = await bench.addReplies(differentTexts(2))
    const send = (reply_id: string) =>
      bench.delivery.enqueueSolo(bench.ownerId, { reply_id, twitter_account_id: account })
    const { task_id } = await send(first)
    await bench.delivery.start()
    await connecting
    await expect(remove(account)).rejects.toMatchObject({
      statusCode: 409,
      detail: `A reply of @user1 is being sent in task ${task_id}. Delete the media agent when its outcome is known.`,
    })
    bench.x.createReply = createReply
    const stopped = bench.delivery.stop()
    connect()
    await stopped
    await send(second)
    await remove(account)
    await bench.restarted().start()
    await bench.atRest()
    const states = await bench.db.selectFrom('task_items').select('state').orderBy('id').execute()
    expect([states, bench.x.posts.length]).toEqual([[{ state: 'completed' }, { state: 'failed' }], 1])
  })
})
