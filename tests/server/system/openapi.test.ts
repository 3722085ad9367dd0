import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callRows } from '../../../server/http/calls'
import { type Call, type CallName, contract } from '../../../src/schemas/contract'
import { databases } from '../../support/databases'
import { startTestServer, type TestServer } from '../../support/server'

/** A finding makes a linter exit with 1; its output names the finding. */
const lint = (name: string, args: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(join('node_modules', '.bin', name), args, {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  }).catch((failed: { stdout: string }) => failed)

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  responses: Record<string, unknown>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}

describe.each(databases.slice(0, 1))('the OpenAPI document', ({ create }) => {
  let server: TestServer
  let document: Document
  const folder = mkdtempSync(join(tmpdir(), 'acb-openapi-'))
  const file = join(folder, 'openapi.json')

  beforeAll(async () => {
    server = await startTestServer(create)
    const answer = await server.app.inject('/api/v1/openapi.json')
    document = answer.json()
    writeFileSync(file, answer.body)
    writeFileSync(join(folder, 'redocly.yaml'), 'extends: [recommended]\n')
    writeFileSync(join(folder, 'spectral.yaml'), 'extends: ["spectral:oas"]\n')
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is recognised as unchanged', async () => {
    const url = '/api/v1/openapi.json'
    const { headers } = await server.app.inject(url)
    const again = await server.app.inject({ url, headers: { 'if-none-match': headers.etag } })
    expect([again.statusCode, again.headers.etag, again.body]).toEqual([304, headers.etag, ''])
  })

  it('contains every call of the contract under its name, and nothing else', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId, summary, tags, responses }]) => ({
        call: `${operationId}: ${method.toUpperCase()} ${path}`,
        summary,
        tags,
        statuses: Object.keys(responses),
      })),
    )
    const calls = Object.entries(contract) as [CallName, Call][]
    const expected = calls.map(([name, { method, path, status }]) => ({
      call: `${name}: ${method} ${path.replace(/\/$/, '')}`,
      summary: callRows[name].summary,
      tags: [callRows[name].tag],
      statuses: [String(status), '4XX', '5XX'],
    }))
    const byCall = (a: { call: string }, b: { call: string }) => a.call.localeCompare(b.call)
    expect(described.sort(byCall)).toEqual(expected.sort(byCall))
  })

  it('passes redocly and spectral without an error or a warning', async () => {
    const [redocly, spectral] = [join(folder, 'redocly.json'), join(folder, 'spectral.json')]
    const { stdout } = await lint('redocly', [
      'lint',
      file,
      '--config',
      join(folder, 'redocly.yaml'),
      '--format',
      'json',
    ])
    writeFileSync(redocly, stdout)
    await lint('spectral', ['lint', file, '--ruleset', join(folder, 'spectral.yaml'), '-f', 'json', '-o', spectral])
    const [problems, findings] = [redocly, spectral].map((report) => JSON.parse(readFileSync(report, 'utf8')))
    expect([problems.problems, findings]).toEqual([[], []])
  })
})
