// Sends the bytes of a file, from memory, to whoever asks: `node bytes.mjs FILE` prints its port.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const body = readFileSync(process.argv[2])
const headers = { 'content-type': 'application/json', 'content-encoding': 'br', 'content-length': body.length }
const server = createServer((_, response) => response.writeHead(200, headers).end(body))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
