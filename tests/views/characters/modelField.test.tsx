import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { foundModels } from '../../../src/views/characters/foundModels'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole, textIn } from '../../support/renderConsole'
import { sampleRole } from '../../support/serverFakes'

let server: InProcessServer
beforeEach(async () => {
  server = await startInProcessServer()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

it('finds models by every word that is typed, those that write first, and shows 50 of thousands', () => {
  const models = Array.from({ length: 5_000 }, (_, index) => ({
    id: `vendor/${index % 2 ? 'chat' : 'embed'}-${index}`,
  }))
  const all = foundModels(models, '')
  expect([all.shown.length, all.more, all.shown[0]?.id]).toEqual([50, 4_950, 'vendor/chat-1'])
  expect(foundModels(models, ' CHAT  4999').shown).toEqual([{ id: 'vendor/chat-4999' }])
  expect(foundModels(models, 'embed-12').shown[0]?.id).toBe('vendor/embed-12')
  expect(foundModels(models, 'nothing')).toEqual({ shown: [], more: 0 })
  expect(foundModels([], '')).toEqual({ shown: [], more: 0 })
})

it('offers models with what is known of them, takes any typed name, and tries it', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { body } = await server.me.call('POST', '/ai-roles', { ...sampleRole, model_name: 'gpt-retired' })
  const path = `/ai-roles/${(body as { id: number }).id}`
  server.answerNext('GET /openai/models', {
    status: 200,
    body: [
      { id: 'gpt-test', provider: 'Here', price: { input: 150_000, output: 600_000 }, took_ms: 1_240 },
      { id: 'Groq: gpt-other', provider: 'Groq', context_tokens: 8_192 },
    ],
  })
  const { user } = renderConsole(server, `/admin/ai-character/${(body as { id: number }).id}`)
  const field = await screen.findByRole('combobox', { name: 'Model Name' })
  expect(textIn(field)).toBe('gpt-retired')
  await user.click(field)
  const offered = within(await screen.findByRole('listbox'))
  expect(offered.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'gpt-test' + 'Here · $0.15 in, $0.60 out per million tokens · 1.2 s per call',
    'Groq: gpt-other' + 'Groq · at most 8,192 tokens',
  ])
  await user.clear(field)
  await user.type(field, 'other')
  await user.click(await screen.findByRole('option', { name: /Groq: gpt-other/ }))
  expect(textIn(field)).toBe('Groq: gpt-other')

  await user.clear(field)
  expect(screen.getByRole('button', { name: 'Try it' }).matches(':disabled')).toBe(true)
  await user.type(field, 'gpt-typed')
  server.answerNext('POST /openai/models/try', {
    status: 502,
    body: { detail: 'The model provider refused: no such model' },
  })
  await user.click(screen.getByRole('button', { name: 'Try it' }))
  await screen.findByText('The model provider refused: no such model')
  const tries = () => server.requests.filter(({ call }) => call === 'POST /openai/models/try').length
  await user.type(field, '2')
  await waitFor(() => expect(screen.queryByText(/no such model/)).toBeNull())
  await user.type(field, '{Backspace}')
  await waitFor(() => expect(textIn(field)).toBe('gpt-typed'))
  expect([tries(), screen.queryByText(/^Asking/)]).toEqual([1, null])
  await screen.findByText(/no such model/)
  const trial = server.gate(/^POST \/openai\/models\/try$/)
  await user.click(screen.getByRole('button', { name: 'Try it' }))
  await waitFor(() => expect(trial.waiting()).toBe(1))
  await user.type(field, ' ')
  await user.type(field, '{Backspace}')
  expect([tries(), trial.waiting()]).toEqual([2, 1])
  await trial.answer({ status: 502, body: { detail: 'The model is away' } })
  await screen.findByText('The model is away')
  trial.open()
  await user.type(field, '2')
  const used = { input_tokens: 310, output_tokens: 12, is_estimated: false }
  server.answerNext('POST /openai/models/try', {
    status: 200,
    body: { provider: 'Here', model: 'gpt-typed2', answer: 'See you there', took_ms: 840, ...used, price: null },
  })
  await user.click(screen.getByRole('button', { name: 'Try it' }))
  await screen.findByText('See you there')
  await screen.findByText('0.8 s, 310 tokens in, 12 out, price not known')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() =>
    expect(server.requests.findLast(({ call }) => call === `PUT ${path}`)?.body).toEqual({
      ...sampleRole,
      model_name: 'gpt-typed2',
    }),
  )
})

it('says whose models are missing in the list, why, and how to type one', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { body } = await server.me.call('POST', '/ai-roles', sampleRole)
  server.models.providers.mockReturnValueOnce([
    { name: 'Here', problem: null },
    { name: 'Groq', problem: 'The model provider Groq refused: no such key' },
  ])
  const { user } = renderConsole(server, `/admin/ai-character/${(body as { id: number }).id}`)
  const missing =
    'The models of Groq could not be listed. Type a model as “Groq: its name”. The model provider Groq refused: no such key'
  await screen.findByText(missing)
  const field = await screen.findByRole('combobox', { name: 'Model Name' })
  await user.click(field)
  await screen.findByRole('option', { name: 'gpt-other' })
  await user.keyboard('{Escape}')
  server.answerNext('GET /openai/providers', { status: 503, body: { detail: 'The database is away' } })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(missing)).toBeNull())
  await user.click(field)
  await screen.findByRole('option', { name: 'gpt-other' })
})
