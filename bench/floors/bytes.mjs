// Sends the bytes of a file, from memory, to whoever asks: `node bytes.mjs FILE [ENCODING]` prints its port.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , file, encoding] = process.argv
const body = readFileSync(file)
const headers = {
  'content-type': 'application/json',
  'content-length': body.length,
  ...(encoding ? { 'content-encoding': encoding } : {}),
}
const server = createServer((_, response) => response.writeHead(200, headers).end(body))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
