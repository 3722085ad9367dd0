import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { Task, TaskItem } from '../../src/schemas/history/tasks'
import type { InProcessServer } from './inProcessServer'
import { renderConsole } from './renderConsole'
import { item, task } from './taskSamples'

/** Its items, numbered from 1, its other fields, and the query of its address. */
export type GivenTask = [items: Partial<TaskItem>[], change?: Partial<Task>, query?: string]

export const openTask = async (
  server: InProcessServer,
  ...[items, change = {}, query = '']: GivenTask
): Promise<UserEvent> => {
  const numbered = items.map((each, index) => item({ id: index + 1, reply_id: `r-${index + 1}`, ...each }))
  server.answerNext('GET /tasks/a1', { status: 200, body: task(numbered, change) })
  const { user } = renderConsole(server, `/admin/history/a1${query}`)
  await screen.findByText('Owner ID')
  return user
}
