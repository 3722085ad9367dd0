import { useSelector } from '@xstate/react'
import { createContext, type ReactNode, useContext } from 'react'
import type { InspectionEvent, Observer } from 'xstate'
import type { CsvImportRef } from '../../machines/accounts/csvImport'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import type { TaskFollowRef } from '../../machines/history/taskFollow'
import type { ProblemSource } from '../../machines/report/problemReport.actors'
import type { AuthRef } from '../../machines/session/auth'
import type { ConsoleLogic, Logic } from '../../machines/session/session.actors'

interface Provided {
  logic: Logic
  auth: AuthRef
  inspect?: Observer<InspectionEvent> | undefined
}

export const emptySource: ProblemSource = {
  recorded: async () => ({ actors: [], bases: new Map(), entries: [] }),
  calls: () => [],
}

/** Contents of the problem report, which pages without a session have too. */
export const SourceContext = createContext(emptySource)

const LogicContext = createContext<Provided | undefined>(undefined)

export const LogicProvider = ({ children, ...provided }: Provided & { children: ReactNode }) => (
  <LogicContext value={provided}>{children}</LogicContext>
)

const useProvided = (): Provided => {
  const provided = useContext(LogicContext)
  if (!provided) throw new Error('LogicProvider is missing')
  return provided
}

/** Only below the guard: throws while no session is open. */
export const useLogic = (): ConsoleLogic => useProvided().logic.consoleLogic()

/** For every actor that a view starts. */
export const useInspect = (): Observer<InspectionEvent> | undefined => useProvided().inspect

export const useAuth = (): AuthRef => useProvided().auth

/** Undefined before its screen was shown, and after an error stopped it. */
export const useReplyFlow = (): ReplyFlowRef | undefined => useSelector(useAuth(), ({ children }) => children.replyFlow)

/** Only below the guard: throws while nobody is signed in. */
export const useCsvImport = (): CsvImportRef => {
  const csvImport = useSelector(useAuth(), ({ children }) => children.csvImport)
  if (!csvImport) throw new Error('The console runs only while somebody is signed in')
  return csvImport
}

/** Only below the guard: throws while nobody is signed in. */
export const useTaskFollow = (): TaskFollowRef => {
  const taskFollow = useSelector(useAuth(), ({ children }) => children.taskFollow)
  if (!taskFollow) throw new Error('The console runs only while somebody is signed in')
  return taskFollow
}
