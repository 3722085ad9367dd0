import { sandboxAccounts } from '../../sandbox/accounts-data'
import { createModelClient } from '../../server/models/client'
import { createXClient } from '../../server/x/client'

/** Prints the outcome of a post to each of these hosts; run with the environment of a server. */
const [account] = sandboxAccounts(1)
if (account === undefined) throw new Error('no sandbox account')
for (const host of process.argv.slice(2)) {
  const x = createXClient({ baseUrl: `https://${host}`, timeoutMs: 2_000 })
  const outcome = await x.createReply(account, { text: 'See you at noon', inReplyTo: '1790000000000000000' })
  const models = createModelClient({ baseUrl: `https://${host}/v1`, timeoutMs: 2_000 }).listModels()
  const listed = await models.then(
    (list) => list.map(({ id }) => id).join(),
    (error: Error) => error.message,
  )
  console.log(JSON.stringify({ host, outcome, listed }))
}
