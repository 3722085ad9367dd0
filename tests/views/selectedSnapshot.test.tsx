import { act, render, screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { expect, it } from 'vitest'
import { assign, createActor, setup } from 'xstate'

const counting = setup({
  types: {
    context: {} as { count: number; name: string },
    events: {} as { type: 'count' } | { type: 'rename'; name: string },
  },
}).createMachine({
  context: { count: 0, name: 'ada' },
  on: {
    count: { actions: assign({ count: ({ context }) => context.count + 1 }) },
    rename: { actions: assign({ name: ({ event }) => event.name }) },
  },
})

it('a selected part is drawn when it changes, and only then', () => {
  const actor = createActor(counting).start()
  let drawn = 0
  const Name = () => {
    drawn++
    return <p>{useSelector(actor, ({ context }) => context.name)}</p>
  }
  render(<Name />)
  act(() => actor.send({ type: 'count' }))
  expect(drawn).toBe(1)
  act(() => actor.send({ type: 'rename', name: 'grace' }))
  expect(screen.getByText('grace')).toBeDefined()
  expect(drawn).toBe(2)
})

it('a change of the selector shows at once', () => {
  const actor = createActor(counting).start()
  const Part = ({ part }: { part: 'name' | 'count' }) => <p>{useSelector(actor, ({ context }) => context[part])}</p>
  const { rerender } = render(<Part part="name" />)
  rerender(<Part part="count" />)
  expect(screen.getByText('0')).toBeDefined()
})
