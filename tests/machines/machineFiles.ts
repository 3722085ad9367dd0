import { readdirSync } from 'node:fs'

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

/** The files of src/machines that hold a machine each. */
export const machineFiles = (): string[] => readdirSync('src/machines').filter((file) => !helpers.includes(file))
