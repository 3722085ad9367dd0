import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RoleBody } from '../../../src/schemas/characters/roles'
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

const createRole = async (changes: Partial<RoleBody> = {}): Promise<number> => {
  const { body } = await server.me.call('POST', '/ai-roles', { ...sampleRole, ...changes })
  return (body as { id: number }).id
}

const rows = async () =>
  within(await screen.findByRole('table', { name: 'AI characters' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 4)
        .map((cell) => cell.lastChild?.textContent),
    )

const write = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })

describe('the AI Character screen', () => {
  it('lists number, name, model and category', async () => {
    await createRole()
    await createRole({ name: 'Otto', model_name: 'gpt-other', category: 'Warm' })
    renderConsole(server, '/admin/ai-character')
    expect(await rows()).toEqual([
      ['1', 'Mara', 'gpt-test', 'Dry wit'],
      ['2', 'Otto', 'gpt-other', 'Warm'],
    ])
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '#',
      'Name',
      'Model',
      'Category',
      'Action',
    ])
    expect(server.requests.some(({ call }) => call === 'GET /ai-roles')).toBe(true)
  })

  it('shows the day on which the model of a character will be retired, beside that model only', async () => {
    for (const model_name of ['gpt-stays', 'gpt-ends', 'gpt-ended']) await createRole({ model_name })
    server.answerNext('GET /openai/models', {
      status: 200,
      body: [
        { id: 'gpt-ended', shutdown_date: '2025-01-31' },
        { id: 'gpt-ends', shutdown_date: '2999-12-11' },
        { id: 'gpt-stays' },
      ],
    })
    renderConsole(server, '/admin/ai-character')
    await screen.findByText('ends on 11 Dec 2999')
    const cells = screen.getAllByRole('cell', { name: /^gpt-/ }).map(({ textContent }) => textContent)
    expect(cells).toEqual(['Modelgpt-stays', 'Modelgpt-endsends on 11 Dec 2999', 'Modelgpt-endedended on 31 Jan 2025'])
  })

  it('shows that there is none', async () => {
    renderConsole(server, '/admin/ai-character')
    await screen.findByText('No results.')
  })

  it('creates one from all its fields', async () => {
    const { user } = renderConsole(server, '/admin/ai-character')
    await user.click(await screen.findByRole('button', { name: 'Add AI Character' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create AI Character' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Version').value).toBe('1.0')
    expect(dialog.getByRole('button', { name: 'Try it' })).toBeDefined()
    write('Version', '')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    for (const message of [
      'Name is required',
      'Model name is required',
      'System Prompt is required',
      'Background Story is required',
      'Version is required',
      'Category is required',
      'Language is required',
    ])
      await dialog.findByText(message)

    await user.click(await dialog.findByRole('combobox', { name: 'Model Name' }))
    await user.click(await screen.findByRole('option', { name: 'gpt-other' }))
    write('Name', 'Mara')
    write('Category', 'Dry wit')
    write('Language', 'English')
    write('Version', '1.0')
    write('System Prompt', 'You are Mara.')
    write('Background Story', 'Repairs signs.')
    write('Personality Traits', ' deadpan, ,warm underneath,')
    write('Instruction Set', 'brief')
    write('Knowledge Base', '{"likes": ["short manuals"]}')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await screen.findAllByText('Create AI Role Successful!')
    await waitFor(async () => expect(await rows()).toEqual([['1', 'Mara', 'gpt-other', 'Dry wit']]))
    expect(server.bodiesOf('POST /ai-roles').at(-1)).toEqual({
      name: 'Mara',
      model_name: 'gpt-other',
      category: 'Dry wit',
      system_prompt: 'You are Mara.',
      personality_traits: ['deadpan', 'warm underneath'],
      background_story: 'Repairs signs.',
      instruction_set: ['brief'],
      version: '1.0',
      knowledge_base: { likes: ['short manuals'] },
      example_conversations: {},
      language: 'English',
      thinking: 'off',
    })
  })

  it('asks before deleting, and keeps the character when that fails', async () => {
    const id = await createRole()
    const { user } = renderConsole(server, '/admin/ai-character')
    await user.click(await screen.findByRole('button', { name: 'Delete Mara' }))
    await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this AI role?' })
    server.answerNext(`DELETE /ai-roles/${id}`, { status: 409, body: { detail: 'Mara is at work' } })
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findAllByText('Mara is at work')
    expect(await rows()).toHaveLength(1)

    await user.click(screen.getByRole('button', { name: 'Delete Mara' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findByText('No results.')
    await screen.findAllByText('AI Role deleted successfully!')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'AI Character' }))
  })
})

describe('the AI Details page', () => {
  it('shows all stored fields and saves changes', async () => {
    const id = await createRole()
    const { user } = renderConsole(server, `/admin/ai-character/${id}`)
    await screen.findByRole('heading', { level: 1, name: 'AI Details' })
    await screen.findByText(`Mara, ID ${id}`)
    expect(textIn(await screen.findByLabelText('Personality Traits'))).toBe('deadpan, warm underneath')
    expect(JSON.parse(textIn(screen.getByLabelText('Knowledge Base')))).toEqual(sampleRole.knowledge_base)
    write('Personality Traits', 'kind')
    const learning = screen.getByRole('checkbox', { name: /^Learn from my edits/ })
    expect(learning.matches(':checked')).toBe(true)
    await user.click(learning)
    const release = server.holdNext(`PUT /ai-roles/${id}`)
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findByRole('button', { name: 'Updating in...' })
    release()
    await waitFor(() => expect(window.location.pathname).toBe('/admin/ai-character'))
    await screen.findAllByText('AI Role updated successfully!')
    expect(server.bodiesOf(`PUT /ai-roles/${id}`).at(-1)).toEqual({
      ...sampleRole,
      personality_traits: ['kind'],
      learns_from_edits: false,
    })
  })

  it('points to the error in JSON, formats JSON, and fails with the catalogue’s text when broken JSON is sent', async () => {
    const id = await createRole()
    const { user } = renderConsole(server, `/admin/ai-character/${id}`)
    await screen.findByLabelText('Knowledge Base')
    write('Knowledge Base', '{"likes": [1,\n 2}')
    await screen.findByText('This is not valid JSON: line 2, column 3.')
    expect(screen.getByRole('button', { name: 'Format Knowledge Base' }).matches(':disabled')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findAllByText('Failed to update AI Role. Please try again.')
    expect(server.requests.filter(({ call }) => call.startsWith('PUT'))).toEqual([])

    write('Knowledge Base', '[1]')
    await screen.findByText('This JSON is not an object: begin with { and end with }.')

    write('Knowledge Base', '{"likes":[1]}')
    await waitFor(() => expect(screen.queryByText(/This is/)).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Format Knowledge Base' }))
    expect(textIn(screen.getByLabelText('Knowledge Base'))).toBe('{\n  "likes": [\n    1\n  ]\n}')
  })

  it('keeps a stored model that the provider no longer lists', async () => {
    const id = await createRole({ model_name: 'gpt-retired' })
    renderConsole(server, `/admin/ai-character/${id}`)
    expect(textIn(await screen.findByRole('combobox', { name: 'Model Name' }))).toBe('gpt-retired')
  })

  it('accepts a typed model when the list of models cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    server.answerNext('GET /openai/models', { status: 502, body: { detail: 'The model provider is down' } })
    const id = await createRole()
    const { user } = renderConsole(server, `/admin/ai-character/${id}`)
    const model = await screen.findByRole('textbox', { name: 'Model Name' })
    expect(textIn(model)).toBe('gpt-test')
    await user.clear(model)
    await user.type(model, 'gpt-typed')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findAllByText('AI Role updated successfully!')
    expect(server.bodiesOf(`PUT /ai-roles/${id}`).at(-1)).toEqual({ ...sampleRole, model_name: 'gpt-typed' })
  })

  it('logs only to the console when the character cannot be loaded', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    renderConsole(server, '/admin/ai-character/999')
    await screen.findByText('No results.')
    expect(logged).toHaveBeenCalledOnce()
    expect(screen.queryByText(/Failed/)).toBeNull()
  })
})
