import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createActor } from 'xstate'
import { layOut } from '../../inspector/layout'
import { InspectorPage } from '../../inspector/page/InspectorPage'
import { printRecording } from '../../src/recording/printRecording'
import { createRecorder } from '../../src/recording/recorder'
import { actorsAfter } from '../../src/recording/replay'
import { menuMachine } from '../support/menuMachine'

const recorded = () => {
  const recorder = createRecorder()
  const actor = createActor(menuMachine, { inspect: recorder.observer }).start()
  actor.send({ type: 'open' })
  actor.send({ type: 'close' })
  return recorder.entries()
}

const states = (container: HTMLElement) =>
  [...container.querySelectorAll('.state.is-active .key')].map(({ textContent }) => textContent)

it('places every state and every transition of a chart', async () => {
  const chart = actorsAfter(recorded(), 1)[0]?.chart
  if (!chart) throw new Error('no chart')
  const { states, arrows } = await layOut(chart)
  expect(states.map(({ state }) => state.key)).toEqual(['menu', 'closed', 'open'])
  expect(states.every(({ width, height }) => width > 0 && height > 0)).toBe(true)
  expect(arrows.map(({ id, label }) => [id, label.lines.map(({ text }) => text)])).toEqual([
    ['menu.closed -> menu.open', ['open', 'toggle']],
    ['menu.open -> menu.closed', ['close', 'toggle']],
  ])
})

it('loads a recording, highlights the active states and steps back through them', async () => {
  const user = userEvent.setup()
  const { container } = render(<InspectorPage />)
  const file = new File([printRecording(recorded())], 'run.json', { type: 'application/json' })
  await user.upload(screen.getByLabelText('Load recording'), file)
  await waitFor(() => expect(states(container)).toEqual(['menu', 'closed']))
  await user.click(screen.getByRole('button', { name: 'Step back' }))
  await user.click(screen.getByRole('button', { name: 'Step back' }))
  expect(states(container)).toEqual(['menu', 'open'])
  expect(container.querySelector('.arrow.is-latest .is-latest')?.textContent).toBe('open')
  expect(screen.getByRole('button', { name: /^menu\s*open/ })).toBeTruthy()
})

it('draws the sender and receiver of each event', async () => {
  const user = userEvent.setup()
  const { container } = render(<InspectorPage />)
  await user.upload(screen.getByLabelText('Load recording'), new File([printRecording(recorded())], 'run.json'))
  await user.click(screen.getByRole('button', { name: 'Sequence' }))
  expect([...container.querySelectorAll('.message text')].map(({ textContent }) => textContent)).toEqual([
    'open',
    'close',
  ])
})

it('reports that a file is not a recording', async () => {
  const user = userEvent.setup()
  render(<InspectorPage />)
  await user.upload(
    screen.getByLabelText('Load recording'),
    new File(['{}'], 'other.json', { type: 'application/json' }),
  )
  await screen.findByText('other.json is no recording.')
})
