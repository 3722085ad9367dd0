import { replyCalls } from '../../schemas/composer/replies'
import type { Task } from '../../schemas/history/tasks'
import { holdSeconds, isOurs } from '../../schemas/system'
import type { ConsoleServices } from '../../services/services'
import { createSendKeys } from '../../services/storage/sendKeys'
import { isRefusedAsNamed } from '../crud/failure'
import { write } from '../crud/requests.actors'
import type { Sending } from './replyDraft'

export const sendingOf = (services: ConsoleServices) => {
  const { batchPostReplies, postReply } = services.client(replyCalls)
  const sendKeys = createSendKeys(services.storage)

  const send = (sending: Sending, hold_seconds: number, headers: Record<string, string>) => {
    const wishes = isOurs(services.lastMeta())
      ? { ...(hold_seconds > 0 ? { hold_seconds } : {}), expected: sending.expected }
      : {}
    return sending.mode === 'batch'
      ? batchPostReplies({ body: { ...sending.body, ...wishes }, headers })
      : postReply({ body: { ...sending.body, ...wishes }, headers })
  }

  return write<{ task_id?: Task['id'] }, Sending>(async (sending) => {
    const { mode, body, expected } = sending
    const hold = services.preferences.holdsSends() ? holdSeconds : 0
    const intent = JSON.stringify({ mode, body, contents: expected.map(({ content }) => content) })
    const sent = await sendKeys
      .during(intent, (key) => send(sending, hold, { 'Idempotency-Key': key }))
      .catch((error: unknown) => {
        if (isRefusedAsNamed(error)) services.accountChanges.tell()
        throw error
      })
    services.taskChanges.tell(sent?.task_id)
    services.sends.tell(
      isOurs(services.lastMeta()) && sent?.task_id ? { task_id: sent.task_id, hold: hold * 1000 } : undefined,
    )
    return sent ?? {}
  })
}
