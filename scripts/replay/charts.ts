import { type AnyStateMachine, StateMachine } from 'xstate'
import { createEditor } from '../../src/machines/crud/editor'
import { createResource } from '../../src/machines/crud/resource'
import { messages } from '../../src/schemas/messages'
import type { Charts } from './rerun'

/** Machines that are created per use and differ only in texts and services, which no replay compares. */
const madeOnes: AnyStateMachine[] = [
  createResource(messages.group),
  createEditor({ texts: messages.group, home: '/admin/group' }),
]

export const todaysCharts = (): Charts => {
  const files = import.meta.glob<Record<string, unknown>>(['../../src/machines/*/*.ts', '!**/*.actors.ts'], {
    eager: true,
  })
  const own = Object.values(files).flatMap((file) =>
    Object.values(file).filter((each): each is AnyStateMachine => each instanceof StateMachine),
  )
  return new Map([...madeOnes, ...own].map((machine) => [machine.id, machine]))
}
