import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fillIn } from '../support/composer'
import { type InProcessServer, startInProcessServer } from '../support/inProcessServer'
import { renderConsole, textIn } from '../support/renderConsole'
import { sampleAccount, sampleRole } from '../support/serverFakes'

let server: InProcessServer
beforeEach(async () => {
  server = await startInProcessServer()
  await server.me.call('POST', '/groups', { name: 'launch-crew', description: 'For launches' })
})
afterEach(() => server.close())

const role = {
  what: 'an AI character',
  list: '/admin/ai-character',
  call: '/ai-roles',
  body: sampleRole,
  name: 'Mara',
  add: 'Add AI Character',
  dialog: 'Create AI Character',
  fields: {
    Name: 'Otto',
    'Model Name': 'gpt-test',
    Category: 'Warm',
    Language: 'English',
    Version: '1',
    'System Prompt': 'You are Otto.',
    'Background Story': 'Bakes.',
  },
  question: 'Are you sure you want to delete this AI role?',
  missing: 'AI role was not found',
  next: { body: { ...sampleRole, name: 'Otto' }, name: 'Otto' },
  texts: {
    create: ['Create AI Role Successful!', 'Failed to creating AI Role. Please try again.'],
    delete: ['AI Role deleted successfully!', 'Failed to delete AI Role. Please try again.'],
    update: ['AI Role updated successfully!', 'Failed to update AI Role. Please try again.'],
  } as const,
}
const agent = {
  what: 'a media agent',
  list: '/admin/media-agent',
  call: '/twitter/accounts',
  body: sampleAccount('ada', 'launch-crew'),
  name: '@ada',
  add: 'Add Media Agent',
  dialog: 'Create Media Agent',
  fields: {
    Username: '@bob',
    'Client ID': 'bob-client',
    'Client Secret': 'bob-client-secret',
    'API Key': 'bob-key',
    'API Secret': 'bob-key-secret',
    'Access Token': 'bob',
    'Access Token Secret': 'bob-token-secret',
    Group: 'launch-crew',
  },
  question: 'Are you sure you want to delete this Media Agent?',
  missing: 'Media agent was not found',
  next: { body: sampleAccount('bob', 'launch-crew'), name: '@bob' },
  texts: {
    create: ['Create User Successful!', 'Failed to adding user. Please try again.'],
    delete: ['Media Agent deleted successfully!', 'Failed to delete Media Agent. Please try again.'],
    update: ['Account updated successfully!', 'Failed to update Account. Please try again.'],
  } as const,
}
const group = {
  what: 'a group',
  list: '/admin/group',
  call: '/groups',
  body: { name: 'retail', description: 'Shops' },
  name: 'retail',
  add: 'Add Group',
  dialog: 'Create Group',
  fields: { Name: 'night-shift', Description: 'For the nights' },
  question: 'Are you sure you want to delete this Group?',
  missing: 'Group was not found',
  next: { body: { name: 'wholesale', description: 'Depots' }, name: 'wholesale' },
  texts: {
    create: ['Create Group Successful!', 'Failed to creating Group. Please try again.'],
    delete: ['Group deleted successfully!', 'Failed to delete Group. Please try again.'],
    update: ['Group updated successfully!', 'Failed to update Group. Please try again.'],
  } as const,
}
const kinds = [role, agent, group] as const
type Kind = (typeof kinds)[number]
type Action = 'create' | 'delete' | 'update'

const store = async ({ call, body }: Kind): Promise<number> => {
  const answer = await server.me.call('POST', call, body)
  return (answer.body as { id: number }).id
}

const control = (dialog: HTMLElement, label: string) => within(dialog).getByLabelText(label)

const openDialog = async (user: UserEvent, { add, dialog }: Kind): Promise<HTMLElement> => {
  await user.click((await screen.findAllByRole('button', { name: add }))[0] as HTMLElement)
  return screen.findByRole('dialog', { name: dialog })
}

const fill = async (dialog: HTMLElement, { fields }: Kind) => {
  for (const [label, value] of Object.entries(fields)) {
    await waitFor(() => {
      fireEvent.change(control(dialog, label), { target: { value } })
      expect(textIn(control(dialog, label))).toBe(value)
    })
  }
}

const timesListed = ({ call }: Kind) => server.requests.filter((request) => request.call === `GET ${call}`).length

/** Once; the list of new accounts is polled too, a while later, until their keys were checked. */
const expectListedAgain = (kind: Kind, listed: number) =>
  kind === agent ? expect(timesListed(kind)).toBeGreaterThan(listed) : expect(timesListed(kind)).toBe(listed + 1)

const perform = {
  create: async (user: UserEvent, kind: Kind) => {
    const dialog = await openDialog(user, kind)
    await fill(dialog, kind)
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  },
  delete: async (user: UserEvent, { name }: Kind) => {
    await user.click(await screen.findByRole('button', { name: `Delete ${name}` }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
  },
  update: async (user: UserEvent, { name }: Kind) => {
    await user.click(await screen.findByRole('link', { name: `Edit ${name}` }))
    await user.click(await screen.findByRole('button', { name: 'Update' }))
  },
} satisfies Record<Action, (user: UserEvent, kind: Kind) => Promise<void>>

const methods = { create: 'POST', delete: 'DELETE', update: 'PUT' } as const
const gerunds = { create: 'creating', delete: 'deleting', update: 'updating' } as const

describe('the catalogue of messages', () => {
  it.each(kinds.map((kind) => ({ ...kind, success: kind.texts.create[0], kind })))(
    'creating $what shows "$success", closes the dialog, empties its form and loads the list again',
    async ({ kind, success }) => {
      const { user } = renderConsole(server, kind.list)
      await waitFor(() => expect(timesListed(kind)).toBeGreaterThan(0))
      const listed = timesListed(kind)
      await perform.create(user, kind)
      await screen.findAllByText(success)
      await waitFor(() => expect(screen.queryByRole('dialog', { name: kind.dialog })).toBeNull())
      expectListedAgain(kind, listed)
      const dialog = await openDialog(user, kind)
      for (const label of Object.keys(kind.fields))
        expect(textIn(control(dialog, label))).toBe(label === 'Version' ? '1.0' : '')
    },
  )

  it.each(kinds.map((kind) => ({ ...kind, success: kind.texts.delete[0], kind })))(
    'deleting $what asks "$question", shows "$success" and loads the list again',
    async ({ kind, success, question }) => {
      await store(kind)
      const { user } = renderConsole(server, kind.list)
      await user.click(await screen.findByRole('button', { name: `Delete ${kind.name}` }))
      const listed = timesListed(kind)
      await user.click(
        within(await screen.findByRole('alertdialog', { name: question })).getByRole('button', { name: 'Delete' }),
      )
      await screen.findAllByText(success)
      await waitFor(() => expect(screen.queryByRole('button', { name: `Delete ${kind.name}` })).toBeNull())
      expectListedAgain(kind, listed)
    },
  )

  it.each(kinds.map((kind) => ({ ...kind, kind })))(
    'deleting $what that was deleted elsewhere shows the server’s detail, loads the list again, and the next row gets the focus',
    async ({ kind, name, next, missing }) => {
      const id = await store(kind)
      await server.me.call('POST', kind.call, next.body)
      const { user } = renderConsole(server, kind.list)
      await screen.findByRole('button', { name: `Delete ${name}` })
      await server.me.call('DELETE', `${kind.call}/${id}`)
      await perform.delete(user, kind)
      await screen.findAllByText(missing)
      await waitFor(() => expect(screen.queryByRole('button', { name: `Delete ${name}` })).toBeNull())
      const following = await screen.findByRole('button', { name: `Delete ${next.name}` })
      await waitFor(() => expect(document.activeElement).toBe(following))
    },
  )

  it.each(kinds.map((kind) => ({ ...kind, success: kind.texts.update[0], kind })))(
    'updating $what shows "$success" and goes to $list',
    async ({ kind, success }) => {
      const id = await store(kind)
      const { user } = renderConsole(server, `${kind.list}/${id}`)
      await user.click(await screen.findByRole('button', { name: 'Update' }))
      await screen.findAllByText(success)
      await waitFor(() => expect(window.location.pathname).toBe(kind.list))
    },
  )

  const failures = kinds.flatMap((kind) =>
    (['create', 'delete', 'update'] as const).map((step) => ({
      action: gerunds[step],
      what: kind.what,
      fallback: kind.texts[step][1],
      step,
      kind,
    })),
  )
  it.each(failures)(
    '$action $what that fails shows the server’s detail, else "$fallback"',
    async ({ kind, step, fallback }) => {
      const id = await store(kind)
      const call = `${methods[step]} ${kind.call}${step === 'create' ? '' : `/${id}`}`
      server.answerNext(call, { status: 503 })
      server.answerNext(call, { status: 409, body: { detail: 'It is in use elsewhere' } })
      const { user } = renderConsole(server, kind.list)
      await perform[step](user, kind)
      await screen.findAllByText(fallback)
      expect(screen.queryByText('It is in use elsewhere')).toBeNull()
      if (step === 'delete') await perform.delete(user, kind)
      else await user.click(await screen.findByRole('button', { name: step === 'create' ? 'Save' : 'Update' }))
      await screen.findAllByText('It is in use elsewhere')
    },
  )

  it('a failed preview shows the server’s detail, else "An error occurred"', async () => {
    await store(role)
    await store(agent)
    const call = 'POST /twitter/tweet/generate-reply'
    server.answerNext(call, { status: 503 })
    server.answerNext(call, { status: 502, body: { detail: 'The model provider is busy' } })
    const { user } = renderConsole(server, '/admin/home')
    await screen.findByRole('option', { name: 'launch-crew' })
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    await screen.findAllByText('An error occurred')
    await user.click(await screen.findByRole('button', { name: 'Preview' }))
    await screen.findAllByText('The model provider is busy')
  })
})
