// node bytes.mjs FILE [ENCODING]: serves a file's bytes from memory and prints the port.
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
