import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DraftPrompt, Provider } from '../../src/schemas/characters/models'
import type { Reply } from '../../src/schemas/composer/replies'
import { end, freePort, startServer, startUntil } from '../../torture/support/processes'
import { createOperator } from '../e2e/furnished'
import { sampleRole } from '../support/serverFakes'

/**
 * npm run conformance:models: runs the built product against servers of other people that speak OpenAI's chat
 * completions. They are installed into a temporary folder, without their scripts, and listen on loopback. Ends with 1
 * if one of their answers is not understood.
 */
const packages = ['@copilotkit/aimock@1.43.0', '@portkey-ai/gateway@1.15.2', '@dwmkerr/mock-llm@0.1.29']

const folder = mkdtempSync(join(tmpdir(), 'other-model-servers-'))
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

const written = (name: string, text: string) => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/**
 * Starts a package's program, and waits until it listens.
 *
 * @returns its base URL.
 */
const start = async (
  script: string,
  { ready, argumentsAt, env = {} }: { ready: RegExp; argumentsAt(port: number): string[]; env?: NodeJS.ProcessEnv },
): Promise<string> => {
  const port = await freePort()
  const command = [process.execPath, join(folder, 'node_modules', script), ...argumentsAt(port)]
  const { child } = await startUntil(command, { PORT: String(port), HOST: '127.0.0.1', ...env }, ready)
  closers.unshift(() => end(child, 'SIGTERM'))
  return `http://127.0.0.1:${port}/v1`
}

const texts = ['Which corner gets the sun?', 'Saturday suits the baker.', 'Bring the good cups.']
const json = JSON.stringify({ replies: texts })

/** A mock of the APIs of several providers, OpenAI's and Anthropic's among them. */
const startAimock = () => {
  const said = (model: string, content: string) => ({ match: { model }, response: { content } })
  const overloaded = { error: { message: 'This model is overloaded', type: 'server_error' }, status: 503 }
  const fixtures = [
    said('gpt-plain', json),
    said('gpt-fenced', `Here they are:\n\`\`\`json\n${json}\n\`\`\``),
    said('claude-plain', json),
    { match: { model: 'gpt-busy' }, response: overloaded },
    { match: { model: 'claude-busy' }, response: overloaded },
  ]
  const file = written('fixtures.json', JSON.stringify({ fixtures }))
  return start('@copilotkit/aimock/dist/cli.js', {
    ready: /(listening)/,
    argumentsAt: (port) => ['-p', String(port), '-f', file, '--strict'],
  })
}

/**
 * A gateway that turns chat completions into the API of another provider and back. By default it listens on every
 * address.
 */
const startPortkey = () => {
  const onLoopback = written(
    'loopback.cjs',
    `const { Server } = require('node:net')
const { listen } = Server.prototype
Server.prototype.listen = function (port, ...rest) {
  return typeof port === 'number' ? listen.call(this, port, '127.0.0.1', ...rest) : listen.call(this, port, ...rest)
}`,
  )
  return start('@portkey-ai/gateway/build/start-server.js', {
    ready: /(Ready for connections)/,
    argumentsAt: (port) => ['--headless', `--port=${port}`],
    env: { NODE_OPTIONS: `--require ${onLoopback}` },
  })
}

/** Answers by rules, the last one that fits: it has only text as form, and numbers its texts. */
const startMockLlm = () => {
  const completion = (content: string) => JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] })
  const refusal = (message: string) => JSON.stringify({ error: { message, type: 'invalid_request_error' } })
  const rule = (match: string, status: number, content: string, path = '/v1/chat/completions') => ({
    path,
    match,
    response: { status, content },
  })
  const numbered = texts.map((text, at) => `${at + 1}. ${text}`).join('\n')
  const rules = [
    rule('@', 200, JSON.stringify({ object: 'list', data: [{ id: 'local-7b', object: 'model' }] }), '/v1/models'),
    rule('@', 200, completion(numbered)),
    rule('body.response_format', 400, refusal('response_format is not supported by this model')),
    rule("body.model == 'locked'", 401, refusal('Incorrect API key provided.')),
  ]
  const file = written('mock-llm.yaml', JSON.stringify({ rules }))
  return start('@dwmkerr/mock-llm/dist/main.js', { ready: /(server running)/, argumentsAt: () => ['--config', file] })
}

/** The stand-in for X has any post; each is fetched once. */
const firstPost = 1_500_000_000

/** By the model's name in the product: the drafts, or the provider's own text. */
const expected: Record<string, string[] | string> = {
  'gpt-plain': texts,
  'gpt-fenced': texts,
  'gpt-busy': 'The model provider aimock failed: This model is overloaded',
  'gpt-unheard-of': 'The model provider aimock failed: Strict mode: no fixture matched',
  'Portkey: claude-plain': texts,
  'Portkey: claude-busy': 'The model provider Portkey failed: anthropic error: This model is overloaded',
  'Portkey of nobody: claude-plain':
    'The model provider Portkey of nobody refused: Either x-portkey-config or x-portkey-provider header is required',
  'mock-llm: local-7b': texts,
  'mock-llm: locked': 'The model provider mock-llm refused: Incorrect API key provided.',
}

const run = async (): Promise<number> => {
  console.log(`Installing ${packages.join(', ')}`)
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const aimock = await startAimock()
  const [portkey, mockLlm] = [await startPortkey(), await startMockLlm()]
  const toAnthropic = { 'x-portkey-provider': 'anthropic', 'x-portkey-custom-host': aimock }
  const providers = [
    { name: 'aimock', base_url: aimock },
    { name: 'Portkey', base_url: portkey, headers: toAnthropic },
    { name: 'Portkey of nobody', base_url: portkey },
    { name: 'mock-llm', base_url: mockLlm },
  ].map((provider) => ({ ...provider, api_key: 'nobody-asks-for-it' }))
  const server = await startServer({
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    MODEL_PROVIDERS: JSON.stringify(providers),
    REWRITE_DRAFTS: 'off',
  })
  closers.unshift(() => end(server.child, 'SIGTERM'))
  const { call } = await createOperator(server.url, 'ada@example.com')

  const listed = await call<{ id: string }[]>('GET', '/openai/models')
  console.log(`Models: ${listed.map(({ id }) => id).join(', ')}`)
  for (const { name, problem } of await call<Provider[]>('GET', '/openai/providers'))
    console.log(`List of ${name}: ${problem ?? 'read'}`)

  const outcomes: boolean[] = []
  for (const [model, wanted] of Object.entries(expected)) {
    const role = await call<{ id: number }>('POST', '/ai-roles', { ...sampleRole, model_name: model })
    const post = await call<{ tweet_id: string }>('POST', '/twitter/tweet/content', {
      tweet_url: String(firstPost + outcomes.length),
    })
    const asked = { tweet_id: post.tweet_id, role_id: role.id, count: texts.length }
    const brought = await call<{ replies: Reply[] }>('POST', '/twitter/tweet/generate-reply', asked).catch(String)
    const drafts = typeof brought === 'string' ? [] : brought.replies
    const told = drafts[0] && (await call<DraftPrompt>('GET', `/twitter/replies/told/${drafts[0].reply_id}`))
    const isAsWanted =
      typeof wanted === 'string'
        ? String(brought).includes(wanted)
        : drafts.map(({ content }) => content).join() === wanted.join() && (told?.output_tokens ?? 0) > 0
    console.log(`${isAsWanted ? 'as wanted' : 'NOT AS WANTED'}  ${model}: ${told ? tokens(told) : brought}`)
    outcomes.push(isAsWanted)
  }
  const failed = outcomes.filter((isAsWanted) => !isAsWanted).length
  console.log(`${outcomes.length - failed} passed, ${failed} failed`)
  return failed
}

const tokens = ({ drafts, input_tokens, output_tokens, is_estimated }: DraftPrompt) =>
  `${drafts} drafts, ${input_tokens} tokens in, ${output_tokens} out${is_estimated ? ' (estimated)' : ''}`

const failed = await run().finally(async () => {
  for (const close of closers) await close()
})
process.exitCode = failed > 0 ? 1 : 0
