import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { DraftPrompt, ModelSpending } from '../../../src/schemas/characters/models'
import type { Role } from '../../../src/schemas/characters/roles'
import { publicMessages } from '../../../src/schemas/commonMessages'
import type { Draft } from '../../../src/schemas/composer/draft'
import { generationText } from '../../../src/views/characters/models'
import ModelPrice from '../../../src/views/composer/ModelPrice'
import PromptButton from '../../../src/views/composer/PromptButton'
import ReadPrice from '../../../src/views/composer/ReadPrice'
import SendPrice from '../../../src/views/composer/SendPrice'
import { shortTime } from '../../../src/views/ui/localTimes'
import { fetched, reviewed } from '../../machines/samples'
import { composerWith, spendingWith } from '../../support/composerAlone'
import { renderPart } from '../../support/renderPart'
import { sampleRole } from '../../support/serverFakes'

const tokens = { input_tokens: 0, output_tokens: 0, is_estimated: false }
const models: ModelSpending = {
  budget: { daily: null, ceiling: null },
  today: { ...tokens, day: '2026-11-23', charged: 0, unpriced: 0, calls: 0 },
  characters: [],
} as Partial<ModelSpending> as ModelSpending

describe('the price of reading a post', () => {
  it.each([
    [5_000, 10_000, 'Loading a post costs about $0.015. X charges for each post once a day.'],
    [5_000, null, 'The price of loading a post is not known.'],
  ])('of %s and %s is shown', async (post, user, words) => {
    const { container } = renderPart(<ReadPrice />, { api: { getSpending: async () => spendingWith(post, user) } })
    await screen.findByText(words)
    expect(container.textContent).toBe(words)
  })

  it('is not shown if there is none', async () => {
    const getSpending = vi.fn(async () => spendingWith(0, 0))
    const { container } = renderPart(
      <>
        <ReadPrice />
        <SendPrice replies={[{ content: 'Plain', isSummoned: true }]} />
      </>,
      { api: { getSpending } },
    )
    expect(container.textContent).toBe('')
    await screen.findByText('· about $0.01')
    expect(container.textContent).toBe(' · about $0.01')
  })
})

it.each([
  ['Plain', false, '$0.015'],
  ['Plain', true, '$0.01'],
  ['See example.org', true, '$0.20 (the reply has a link)'],
])('the price of sending "%s" (called: %s) is %s', async (content, isSummoned, price) => {
  renderPart(<SendPrice replies={[{ content, isSummoned }]} />, {
    api: { getSpending: async () => spendingWith(5_000, 10_000) },
  })
  await screen.findByText(`· about ${price}`)
})

it('sending nothing has no price, and an unknown one is not shown', async () => {
  const { container } = renderPart(
    <>
      <SendPrice replies={[]} />
      <ReadPrice />
    </>,
    { api: { getSpending: async () => spendingWith(5_000, 10_000) } },
  )
  expect(container.textContent).toBe('')
  await screen.findByText(/^Loading a post costs/)
  expect([...container.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Loading a post costs about $0.015. X charges for each post once a day.',
  ])
})

describe('the price of a Preview', () => {
  const role: Role = { ...sampleRole, id: 5, learns_from_edits: true }
  const other: Role = { ...role, id: 6, model_name: 'gpt-other', system_prompt: 'You are somebody else, and say more.' }
  const post = { ...fetched, text: 'Which beans does one take for a cup that lasts?' }
  const draw = (form: Partial<Draft['form']>, mode: 'batch' | 'solo', draft: Partial<Draft> = { post }) => {
    const flow = composerWith({ ...draft, mode, form: { ...reviewed.form, role_id: '6', ...form } })
    const { container } = renderPart(<ModelPrice flow={flow.actor} mode={mode} roles={[role, other]} />, {
      api: { getModelSpending: async () => models },
    })
    return { flow, said: () => container.textContent }
  }
  const words = (count: number, { of = other, postText = post.text } = {}) =>
    generationText(models, { role: of, postText, count })

  it.each<[string, Partial<Draft['form']>, 'batch' | 'solo', string]>([
    ['as many as are asked for', { count: '7' }, 'batch', words(7)],
    ['one in solo', { count: '7' }, 'solo', words(1)],
    ['one', { count: '1' }, 'batch', words(1)],
    ['as many as there may be', { count: '1000' }, 'batch', words(1000)],
    ['whole ones', { count: '2.4' }, 'batch', words(2)],
    ['those of another character', { count: '3', role_id: '5' }, 'batch', words(3, { of: role })],
  ])('is shown for %s', async (_what, form, mode, expected) => {
    const { said } = draw(form, mode)
    expect(said()).toBe('')
    await waitFor(() => expect(said()).toBe(expected))
  })

  it('is shown without the post if that was not loaded', async () => {
    const { said } = draw({ count: '3' }, 'batch', { post: undefined, replies: [] })
    await waitFor(() => expect(said()).toBe(words(3, { postText: '' })))
  })

  it.each<[string, Partial<Draft['form']>]>([
    ['no reply', { count: '0' }],
    ['no number', { count: 'x' }],
    ['more than there may be', { count: '5001' }],
    ['a character that is gone', { role_id: '9' }],
  ])('is not shown for %s', async (_what, form) => {
    const { flow, said } = draw({}, 'batch')
    await waitFor(() => expect(said()).toBe(words(1)))
    act(() => flow.send({ type: 'draft.change', form }))
    expect(said()).toBe('')
  })
})

describe('the prompt of the model', () => {
  const told: DraftPrompt = {
    provider: 'a test',
    model: 'gpt-test',
    prompt_version: 12,
    at: '2026-01-02T03:04:05.000Z',
    took_ms: 1_500,
    input_tokens: 1_904,
    output_tokens: 37,
    is_estimated: false,
    price: 20_000,
    drafts: 3,
    messages: [
      { role: 'system', content: 'You are Mara.' },
      { role: 'user', content: 'A post' },
      { role: 'assistant', content: 'A reply' },
      { role: 'user', content: 'Which beans?' },
    ],
  }
  const open = (getPrompt: () => Promise<DraftPrompt>) => {
    const view = renderPart(<PromptButton replyId="r1" className="extra" />, { api: { getPrompt: vi.fn(getPrompt) } })
    const button = screen.getByRole('button', { name: 'Show the prompt' })
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(button)
    return { ...view, button }
  }
  const dialog = () => screen.findByRole('dialog', { name: 'Prompt' })
  const facts = (root: HTMLElement) =>
    [...root.querySelectorAll('dl > div')].map((each) => [...each.children].map(({ textContent }) => textContent))
  const at = shortTime(new Date(told.at))

  it('is shown on a click, and closed', async () => {
    const getPrompt = vi.fn(async () => told)
    const { user } = renderPart(<PromptButton replyId="r1" />, { api: { getPrompt } })
    await user.click(screen.getByRole('button', { name: 'Show the prompt' }))
    const window = await dialog()
    await screen.findByText('gpt-test (a test)')
    expect(getPrompt).toHaveBeenCalledWith(expect.objectContaining({ params: { replyId: 'r1' } }))
    expect(facts(window)).toEqual([
      ['Model', 'gpt-test (a test)'],
      ['Written', `${at}, in 1.5 s`],
      ['Tokens', '1,904 tokens in, 37 out'],
      ['Price', '$0.02, for 3 drafts together'],
      ['Prompt', 'version 12'],
    ])
    const said = [...window.querySelectorAll('ol li')].map((item) => [...item.children].map((each) => each.textContent))
    expect(said).toEqual([
      ['The character', 'You are Mara.'],
      ['Example of a post', 'A post'],
      ['Example of a reply', 'A reply'],
      ['The task', 'Which beans?'],
    ])
    expect(screen.getByText('You are Mara.').dir).toBe('auto')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is shown for a draft without duration, without a known price, and without a stored text', async () => {
    open(async () => ({ ...told, drafts: 1, took_ms: null, price: null, messages: null }))
    const window = await dialog()
    await screen.findByText('The text of this prompt was deleted to make room for newer prompts.')
    expect(facts(window).slice(1, 4)).toEqual([
      ['Written', at],
      ['Tokens', '1,904 tokens in, 37 out'],
      ['Price', 'price not known'],
    ])
    expect(window.querySelector('ol')).toBeNull()
  })

  it('shows that it is loading', async () => {
    open(() => new Promise(() => undefined))
    const window = await dialog()
    await waitFor(() => expect(window.querySelector('[role="status"]')?.textContent).toBe(publicMessages.list.loading))
  })

  it.each([
    [503, 'The database is away', 1],
    [404, 'It is gone', 0],
  ])('shows after %i why it is missing', async (status, detail, buttons) => {
    const answers = vi.fn(async (): Promise<DraftPrompt> => {
      throw Object.assign(new Error(detail), { status, detail })
    })
    open(answers)
    await screen.findByText(detail)
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(buttons)
    if (buttons === 0) return
    answers.mockImplementation(async () => told)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('gpt-test (a test)')
  })
})
