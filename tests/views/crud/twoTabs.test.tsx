import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RoleBody } from '../../../src/schemas/characters/roles'
import type { GroupBody } from '../../../src/schemas/groups/groups'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole, textIn } from '../../support/renderConsole'
import { sampleRole } from '../../support/serverFakes'

let server: InProcessServer
beforeEach(async () => {
  server = await startInProcessServer()
  localStorage.setItem('auto-comment-bot.operator', '0123456789abcdef')
})
afterEach(() => server.close())

const create = async (path: string, body: GroupBody | RoleBody): Promise<number> => {
  const created = await server.me.call('POST', path, body)
  return (created.body as { id: number }).id
}

const elsewhere = async (path: string, body: object) => {
  const { status } = await server.me.call('PUT', path, body)
  expect(status).toBe(200)
}

const stored = async (path: string) => (await server.me.call('GET', path)).body

const write = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })

const update = () => fireEvent.click(screen.getByRole('button', { name: 'Update' }))

describe('a group that another tab changed after its form was filled', () => {
  const launch = { name: 'launch-crew', description: 'For the launch' }
  let path: string
  beforeEach(async () => {
    path = `/groups/${await create('/groups', launch)}`
    renderConsole(server, `/admin${path.replace('groups', 'group')}`)
    await screen.findByLabelText('Name')
  })

  it.each<{ of: string; other: Partial<GroupBody>; here: Partial<GroupBody> }>([
    { of: 'the name', other: { name: 'spring-crew' }, here: { description: 'For spring' } },
    { of: 'the description', other: { description: 'For spring' }, here: { name: 'spring-crew' } },
  ])('keeps $of from the other tab, and the list shows both', async ({ other, here }) => {
    await elsewhere(path, { ...launch, ...other })
    if (here.name) write('Name', here.name)
    if (here.description) write('Description', here.description)
    update()
    await screen.findAllByText('Group updated successfully!')
    await screen.findByRole('cell', { name: 'spring-crew' })
    screen.getByRole('cell', { name: 'For spring' })
    expect(await stored(path)).toMatchObject({ name: 'spring-crew', description: 'For spring' })
  })

  it("keeps this tab's values of fields that both tabs changed", async () => {
    await elsewhere(path, { name: 'spring-crew', description: 'For spring' })
    write('Description', 'For summer')
    update()
    await screen.findByRole('cell', { name: 'For summer' })
    expect(await stored(path)).toMatchObject({ name: 'spring-crew', description: 'For summer' })
  })

  it("keeps the other tab's values if nothing was changed here, or was changed back", async () => {
    await elsewhere(path, { name: 'spring-crew', description: 'For spring' })
    write('Name', 'summer-crew')
    write('Name', 'launch-crew')
    update()
    await screen.findAllByText('Group updated successfully!')
    await screen.findByRole('cell', { name: 'spring-crew' })
    expect(await stored(path)).toMatchObject({ name: 'spring-crew', description: 'For spring' })
  })

  it('shows that and stays if the other tab deleted it', async () => {
    await server.me.call('DELETE', path)
    write('Name', 'spring-crew')
    update()
    await screen.findAllByText('Group was not found')
    expect(textIn(screen.getByLabelText('Name'))).toBe('spring-crew')
  })

  it('is filled in again after the session expired', async () => {
    write('Description', 'For spring')
    server.answerNext(`PUT ${path}`, { status: 401, body: { detail: 'The session has expired' } })
    update()
    await screen.findByRole('button', { name: 'Login' })
    await elsewhere(path, { ...launch, name: 'spring-crew' })
    localStorage.setItem('access_token', server.me.token)
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }))
    expect(textIn(await screen.findByLabelText('Name'))).toBe('spring-crew')
    expect(textIn(screen.getByLabelText('Description'))).toBe('For spring')
    update()
    await screen.findByRole('cell', { name: 'spring-crew' })
    expect(await stored(path)).toMatchObject({ name: 'spring-crew', description: 'For spring' })
  })
})

describe('a character that another tab changed after its form was filled', () => {
  const other: RoleBody = {
    name: 'Ines',
    model_name: 'gpt-other',
    category: 'Warm',
    system_prompt: 'You are Ines.',
    personality_traits: ['calm, never rushed', 'curious'],
    background_story: 'Binds books.',
    instruction_set: ['No hashtags, ever', 'One question at most'],
    version: '2.0',
    knowledge_base: { trade: 'paper' },
    example_conversations: { Hello: 'Good morning' },
    language: 'Portuguese',
    learns_from_edits: false,
    thinking: 'provider',
  }
  const labels = {
    name: 'Name',
    category: 'Category',
    system_prompt: 'System Prompt',
    personality_traits: 'Personality Traits',
    background_story: 'Background Story',
    instruction_set: 'Instruction Set',
    version: 'Version',
    knowledge_base: 'Knowledge Base',
    example_conversations: 'Example Conversations',
    language: 'Language',
  }
  const written = {
    name: ['Lia', 'Lia'],
    category: ['Blunt', 'Blunt'],
    system_prompt: ['You are Lia.', 'You are Lia.'],
    personality_traits: ['brisk, frank', ['brisk', 'frank']],
    background_story: ['Mends nets.', 'Mends nets.'],
    instruction_set: ['Short', ['Short']],
    version: ['3.0', '3.0'],
    knowledge_base: ['{"sea":"calm"}', { sea: 'calm' }],
    example_conversations: ['{"Ahoy":"Hey"}', { Ahoy: 'Hey' }],
    language: ['Galician', 'Galician'],
  } as const satisfies Record<keyof typeof labels, [string, unknown]>
  const fields = Object.keys(labels) as (keyof typeof labels)[]

  it.each(fields)('keeps %s from this tab, and everything else from the other', async (field) => {
    const path = `/ai-roles/${await create('/ai-roles', sampleRole)}`
    renderConsole(server, `/admin${path.replace('ai-roles', 'ai-character')}`)
    await screen.findByLabelText('Knowledge Base')
    await elsewhere(path, other)
    write(labels[field], written[field][0])
    update()
    await screen.findAllByText('AI Role updated successfully!')
    await screen.findByRole('cell', { name: field === 'category' ? 'Blunt' : 'Warm' })
    const { id: _, ...role } = (await stored(path)) as RoleBody & { id: number }
    expect(role).toEqual({ ...other, [field]: written[field][1] })
  })

  it('keeps the learning setting from this tab, and everything else from the other', async () => {
    const path = `/ai-roles/${await create('/ai-roles', sampleRole)}`
    const { user } = renderConsole(server, `/admin${path.replace('ai-roles', 'ai-character')}`)
    const learning = await screen.findByRole('checkbox', { name: /^Learn from my edits/ })
    await elsewhere(path, { ...other, learns_from_edits: true })
    await user.click(learning)
    update()
    await screen.findAllByText('AI Role updated successfully!')
    expect(await stored(path)).toMatchObject(other)
  })
})

describe('a media agent that another tab changed after its form was filled', () => {
  let path: string
  let typeKey: (key: string) => Promise<void>
  beforeEach(async () => {
    for (const name of ['Launch', 'Retail']) await create('/groups', { name, description: `Accounts of ${name}` })
    path = `/twitter/accounts/${await server.createAccount('ada', 'Launch')}`
    const { user } = renderConsole(server, `/admin/media-agent/${path.split('/').at(-1)}`)
    // The form would first ask about a key that a password manager filled in.
    typeKey = (key) => user.type(screen.getByLabelText('API Key'), key)
    await screen.findByRole('option', { name: 'Retail' })
  })

  it('keeps its new group, and uses a key from this tab', async () => {
    await elsewhere(path, { group: 'Retail' })
    await typeKey('rotated')
    update()
    await screen.findAllByText('Account updated successfully!')
    await screen.findByRole('cell', { name: 'retail' })
    expect(await stored(path)).toMatchObject({ username: '@ada', group: 'Retail' })
    expect(server.bodiesOf(`PUT ${path}`)).toEqual([{ api_key: 'rotated' }])
  })

  it('keeps its new name, and uses the group from this tab', async () => {
    await elsewhere(path, { username: '@lovelace' })
    write('Group', 'Retail')
    update()
    await screen.findAllByText('Account updated successfully!')
    await screen.findByRole('cell', { name: '@lovelace' })
    expect(await stored(path)).toMatchObject({ username: '@lovelace', group: 'Retail' })
  })

  it('is saved in its group if that group was renamed elsewhere', async () => {
    const groups = (await stored('/groups')) as { id: number; name: string }[]
    const launch = groups.find(({ name }) => name === 'Launch')
    await elsewhere(`/groups/${launch?.id}`, { name: 'Spring', description: 'Renamed' })
    await typeKey('rotated')
    update()
    await screen.findAllByText('Account updated successfully!')
    await screen.findByRole('cell', { name: 'spring' })
    expect(await stored(path)).toMatchObject({ username: '@ada', group: 'Spring' })
  })

  it('leaves its group here without reverting its new name', async () => {
    await elsewhere(path, { username: '@lovelace' })
    write('Group', '')
    update()
    await screen.findAllByText('Account updated successfully!')
    expect(await stored(path)).toMatchObject({ username: '@lovelace', group: null })
  })

  it("keeps the other tab's values if nothing was changed here", async () => {
    await elsewhere(path, { username: '@lovelace', group: 'Retail' })
    update()
    await screen.findAllByText('Account updated successfully!')
    expect(await stored(path)).toMatchObject({ username: '@lovelace', group: 'Retail' })
    await waitFor(() => expect(server.bodiesOf(`PUT ${path}`)).toEqual([{}]))
  })
})
