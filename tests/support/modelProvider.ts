import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { createModelClient, type ModelClientOptions } from '../../server/models/client'
import { serveModels } from './modelServer'
import { sampleRole } from './serverFakes'

type Handler = (response: ServerResponse, asked: number) => void

/** A provider with these answers; `left` counts requests whose connection the client closed. */
export const provider = async (answer: Handler, options: Partial<ModelClientOptions> = {}) => {
  const seen = { asked: 0, left: 0, urls: [] as string[], headers: [] as object[] }
  const { baseUrl, close } = await serveModels((request, response) => {
    seen.asked += 1
    seen.urls.push(request.url ?? '')
    seen.headers.push(request.headers)
    response.on('error', () => undefined)
    response.on('close', () => {
      if (!response.writableFinished) seen.left += 1
    })
    request.resume().on('end', () => answer(response, seen.asked))
  })
  onTestFinished(close)
  const client = createModelClient({ baseUrl, apiKey: 'sk-x', timeoutMs: 30_000, retryMs: 0, ...options })
  return { client, seen, baseUrl }
}

export const words = (number: number) =>
  ['kiosk', 'ferry', 'lantern', 'orchard', 'pebble', 'violin', 'harbour', 'saddle']
    .map((_, index, list) => list[(index * 3 + number * (index + 1)) % list.length])
    .join(` ${number} `)
export const completion = (content: string) =>
  JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] })
export const replies = (from: number, count: number) =>
  JSON.stringify({ replies: Array.from({ length: count }, (_, index) => words(from + index)) })

export const request = (count: number) => ({
  role: sampleRole,
  post: { text: 'We open on Saturday.', authorUsername: 'kiosk', authorName: 'Kiosk' },
  count,
})
export const begin = (response: ServerResponse, headers = {}) =>
  response.writeHead(200, { 'content-type': 'application/json', ...headers })
