import { expect, it } from 'vitest'
import type { AnyStateNode } from 'xstate'
import { createEditor } from '../../src/machines/editor'
import { messages } from '../../src/schemas/messages'
import { run } from '../support/run'
import { models } from './models'
import { lostAnswer } from './samples'

const family = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(family)]

const waiting = (node: AnyStateNode) => family(node).filter(({ invoke }) => invoke.some(({ id }) => id === 'back'))

const goesOnTo = (node: AnyStateNode) =>
  (node.transitions.get('xstate.done.actor.back') ?? []).flatMap(({ target = [] }) => target.map(({ key }) => key))

it('whoever could not load something loads it again once the network is back, or the person', () => {
  const found = models.flatMap(({ name, written }) =>
    waiting(written.root).map((node) => [name, node.key, ...goesOnTo(node)]),
  )
  expect(found.toSorted()).toEqual([
    ['allowances', 'failed', 'loading'],
    ['apiTokens', 'failed', 'loading'],
    ['auditLog', 'failed', 'loading'],
    ['editor', 'missing', 'loading'],
    ['handOver', 'failed', 'loading'],
    ['inbox', 'failed', 'loading'],
    ['loader', 'failed', 'loading'],
    ['operators', 'failed', 'loading'],
    ['ownAccount', 'failed', 'loading'],
    ['passkeys', 'failed', 'loading'],
    ['secondFactor', 'failed', 'loading'],
    ['spending', 'failed', 'loading'],
  ])
})

it.each([
  ['7', 2],
  [undefined, 0],
])(
  'the page of %s is loaded %i times once the network is back: without an id there is nothing to load',
  async (id, times) => {
    const services = ['load', 'save', 'untilBack'] as const
    const page = run(createEditor({ texts: messages.group, home: '/admin/group' }), { services, input: { id } })
    if (id !== undefined) await page.last('load').fail(lostAnswer)
    expect(page.state()).toBe('missing')
    await page.last('untilBack').answer(undefined)
    expect([page.inputs('load').length, page.state()]).toEqual([times, times > 0 ? 'loading' : 'missing'])
  },
)
