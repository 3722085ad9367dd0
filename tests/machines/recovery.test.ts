import { expect, it } from 'vitest'
import type { AnyStateNode } from 'xstate'
import { models } from './models'

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
    ['editor', 'failed', 'loading'],
    ['handOver', 'failed', 'loading'],
    ['inbox', 'failed', 'loading'],
    ['loader', 'failed', 'loading'],
    ['operators', 'failed', 'loading'],
    ['ownAccount', 'failed', 'loading'],
    ['ownAccount', 'stale', 'loading'],
    ['passkeys', 'failed', 'loading'],
    ['secondFactor', 'failed', 'loading'],
    ['spending', 'failed', 'loading'],
  ])
})
