import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { serveModels } from './modelServer'

const textOf = (number: number) => `${createHash('sha256').update(String(number)).digest('base64')} ${number}`

const moods = ['late', 'length', 'failing', 'dropped', 'busy', 'fewer', 'whole'] as const

/**
 * A provider with changing moods that records which replies it has sent whole.
 *
 * @param lateMs the delay when it is late.
 */
export const startMoodyProvider = async (lateMs = 50) => {
  const sent: string[] = []
  const seen = { calls: 0, left: 0 }
  const answer = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  const provider = await serveModels((request, response) => {
    if (request.method === 'GET') return answer(response, 200, { data: [] })
    let asked = ''
    response.on('close', () => {
      if (!response.writableFinished) seen.left += 1
    })
    request.on('data', (chunk) => {
      asked += chunk
    })
    request.on('end', () => {
      const mood = moods[seen.calls % moods.length]
      seen.calls += 1
      if (mood === 'failing') return answer(response, 500, { error: { message: 'The server had an error' } })
      if (mood === 'busy') return answer(response, 429, { error: { message: 'Slow down' } }, { 'retry-after-ms': '1' })
      const wanted = Number(/exactly (\d+)/.exec(JSON.parse(asked).messages.at(-1).content)?.[1])
      const isCut = mood === 'length' || mood === 'dropped'
      const whole = isCut || mood === 'fewer' ? Math.max(1, Math.ceil(wanted * 0.6)) : wanted
      const texts = Array.from({ length: whole }, (_, index) => textOf(sent.length + index))
      const list = JSON.stringify({ replies: texts })
      const content = isCut ? `${list.slice(0, -2)}, "this one is cut in the mid` : list
      const choice = { index: 0, message: { role: 'assistant', content } }
      const body = { choices: [{ ...choice, finish_reason: mood === 'length' ? 'length' : 'stop' }] }
      const send = () => {
        sent.push(...texts)
        if (mood !== 'dropped') return answer(response, 200, body)
        const text = JSON.stringify(body)
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length + 100) })
        response.write(text.slice(0, text.indexOf('this one is cut')), () => response.destroy())
      }
      if (mood !== 'late') return send()
      const timer = setTimeout(send, lateMs)
      response.on('close', () => clearTimeout(timer))
    })
  })
  return { ...provider, sent, seen }
}
