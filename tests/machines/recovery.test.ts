import { expect, it } from 'vitest'
import type { AnyStateNode } from 'xstate'
import { models } from './models'

const family = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(family)]

const waiting = (node: AnyStateNode) => family(node).filter(({ invoke }) => invoke.some(({ id }) => id === 'back'))

const goesOnTo = (node: AnyStateNode) =>
  (node.transitions.get('xstate.done.actor.back') ?? []).flatMap(({ target = [] }) => target.map(({ key }) => key))

it('a failed request is repeated when the network is back, or on request', () => {
  const found = models.flatMap(({ name, written }) =>
    waiting(written.root).map((node) => [name, node.key, ...goesOnTo(node)]),
  )
  expect(found.toSorted()).toEqual([
    ['allowances', 'failed', 'loading'],
    ['apiTokens', 'failed', 'loading'],
    ['auditLog', 'failed', 'loading'],
    ['editor', 'failed', 'loading'],
    ['inbox', 'failed', 'loading'],
    ['loader', 'failed', 'loading'],
    ['manualPosting', 'failed', 'loading'],
    ['operators', 'failed', 'loading'],
    ['ownAccount', 'failed', 'loading'],
    ['ownAccount', 'stale', 'loading'],
    ['passkeys', 'failed', 'loading'],
    ['secondFactor', 'failed', 'loading'],
    ['spending', 'failed', 'loading'],
  ])
})

it('every loader is repeated as a list or as a page, under no third name', () => {
  const takes = (event: string) =>
    models.filter(({ written }) => written.events.includes(event)).map(({ name }) => name)
  const names = new Set(models.flatMap(({ written }) => written.events).filter((event) => /reload/i.test(event)))
  expect(Object.fromEntries([...names].map((event) => [event, takes(event).toSorted()]))).toEqual({
    'list.reload': ['auditLog', 'inbox', 'loader', 'manualPosting', 'operators', 'resource', 'savedReplies'],
    'page.reload': [
      'allowances',
      'apiTokens',
      'connecting',
      'consent',
      'editor',
      'historyWatch',
      'ownAccount',
      'passkeys',
      'secondFactor',
      'spending',
      'taskWatch',
    ],
  })
})
