// A model provider as a process of its own, for torture:neighbour: answers the model `huge` with a gzip bomb, others
// like the sandbox's stand-in. Prints its address and key.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { startModelStandIn } from '../../sandbox/model/standIn'

const megabytes = 64
const bomb = gzipSync(
  `{"choices":[{"message":{"role":"assistant","content":"${'a'.repeat(megabytes * 1024 * 1024)}"}}]}`,
)

const standIn = await startModelStandIn()
const server = createServer(async (request, response) => {
  const { method = 'GET', url = '/', headers } = request
  const body = await text(request)
  if (body !== '' && JSON.parse(body).model === 'huge') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
    return
  }
  const answer = await fetch(standIn.baseUrl.replace(/\/v1$/, url), {
    method,
    headers: { 'content-type': 'application/json', authorization: headers.authorization ?? '' },
    ...(method === 'POST' ? { body } : {}),
  })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
if (typeof address !== 'object' || address === null) throw new Error('no port')
console.log(`huge answers: http://127.0.0.1:${address.port}/v1 ${standIn.apiKey}`)
