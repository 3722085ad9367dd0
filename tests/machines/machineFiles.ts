import { readdirSync } from 'node:fs'
import { basename } from 'node:path'

const helpers = [
  'authSetup.ts',
  'draftHistory.ts',
  'emitted.ts',
  'failure.ts',
  'inboxList.ts',
  'keepEqual.ts',
  'loading.ts',
  'present.ts',
  'queueDrafts.ts',
  'queueList.ts',
  'queueSetup.ts',
  'recovery.ts',
  'replyDraft.ts',
  'replyFlowContext.ts',
  'replyFlowDraft.ts',
  'replyFlowEvents.ts',
  'replyFlowSending.ts',
  'replyFlowSetup.ts',
  'service.ts',
  'watching.ts',
]

/** The paths inside src/machines of the files that define a machine. */
export const machineFiles = (): string[] =>
  readdirSync('src/machines', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.actors)\.ts$/.test(file) && !helpers.includes(basename(file)),
  )
