import { agentStates } from './agents'
import { homeStates } from './composer'
import { inboxStates } from './inbox'
import { layoutStates } from './layout'
import { groupStates, historyStates, roleStates } from './lists'
import { settingsStates } from './settings'
import type { ScreenState } from './steps'
import { publicStates } from './visitor'
import { emptyStates, waitingStates } from './waiting'

export type { ScreenState } from './steps'

export const screenStates: ScreenState[] = [
  ...publicStates,
  ...emptyStates,
  ...waitingStates,
  ...homeStates,
  ...roleStates,
  ...groupStates,
  ...agentStates,
  ...historyStates,
  ...inboxStates,
  ...settingsStates,
  ...layoutStates,
]
