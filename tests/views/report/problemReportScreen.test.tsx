import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createFlightRecorder } from '../../../src/recording/flightRecorder'
import { readRecording } from '../../../src/recording/recording'
import { type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole } from '../../support/renderConsole'

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcessServer()
  await server.me.call('POST', '/groups', { name: 'Moonshine', description: 'Distillers of Kent' })
})
afterAll(() => server.close())

const savedFiles = (): Blob[] => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) files.push(blob)
    return 'blob:file'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  return files
}

const open = async () => {
  const { observer, read } = createFlightRecorder(() => import('../../../src/recording/ring'), queueMicrotask)
  const { user } = renderConsole(server, '/admin/group', { inspect: observer, recorded: read })
  await screen.findAllByText('Moonshine')
  return user
}

const save = async () => {
  const button = await within(await screen.findByRole('dialog', { name: 'Report a problem' })).findByRole('button', {
    name: 'Save file',
  })
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  return button
}

it('saves what the console did, with placeholders instead of texts, and the server’s request ids', async () => {
  const files = savedFiles()
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Report a problem' }))
  await user.click(await save())
  await screen.findByText(/^Saved: problem-[\dT-]+\.json$/)
  const text = (await files[0]?.text()) ?? ''
  const { head, entries } = readRecording(text)
  expect(text).not.toMatch(/Moonshine|Distillers|Kent/)
  expect(text).not.toContain(server.me.token)
  expect(entries.flatMap((each) => (each.kind === 'actor' ? [each.name] : []))).toContain('resource')
  expect(head).toMatchObject({ path: '/admin/group', shows: { texts: false, names: false } })
  const listed = head?.requests.find(({ call }) => call === 'listGroups')
  expect([listed?.status, listed?.requestId]).toEqual([200, expect.stringMatching(/^[\da-f-]{36}$/)])
})

it('shows its content, with the real texts if they are ticked, and can be searched', async () => {
  const user = await open()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'report a{Enter}')
  await save()
  await user.click(screen.getByText('Preview the file'))
  const shown = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Contents of the file' }).value
  expect(shown()).not.toContain('Distillers')
  await user.click(screen.getByRole('checkbox', { name: /^Texts/ }))
  await waitFor(() => expect(shown()).toContain('Distillers of Kent'))
  await user.type(screen.getByRole('searchbox', { name: 'Search the file' }), 'no such words')
  expect([shown(), screen.getByText('0 lines.')]).toEqual(['', expect.anything()])
})

it('works by keyboard, and returns the focus', async () => {
  const files = savedFiles()
  const user = await open()
  const opener = screen.getByRole('button', { name: 'Report a problem' })
  opener.focus()
  await user.keyboard('{Enter}')
  const saves = await save()
  expect(screen.getByRole('dialog', { name: 'Report a problem' }).contains(document.activeElement)).toBe(true)
  const tabTo = async (element: HTMLElement) => {
    for (let presses = 0; document.activeElement !== element && presses < 10; presses += 1) await user.tab()
    expect(document.activeElement).toBe(element)
  }
  await tabTo(screen.getByRole('checkbox', { name: /^Names/ }))
  await user.keyboard(' ')
  await waitFor(() => expect(saves.hasAttribute('disabled')).toBe(false))
  await tabTo(saves)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(files).toHaveLength(1))
  expect(readRecording((await files[0]?.text()) ?? '').head?.shows).toEqual({ texts: false, names: true })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(opener))
})
