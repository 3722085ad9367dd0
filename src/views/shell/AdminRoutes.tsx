import '../ui/styles/app.css'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { useEffects, useEmitted } from '../../effects'
import { layout as layoutLogic } from '../../machines/shell/layout.actors'
import type { LeavingRef } from '../../machines/shell/leaving'
import { ourPages } from '../../routes'
import {
  type Attention,
  attentionOf,
  countsOf,
  needsPerson,
  subjectOf,
  waitsForManual,
} from '../../schemas/history/taskOutcome'
import type { TaskSummary } from '../../schemas/history/tasks'
import { earlierSettingsPath, homePath, settingsPath, taskPath } from '../../schemas/paths'
import { notOffered } from '../../schemas/shell/shell.words'
import { isOurs } from '../../schemas/system'
import { ImportKeeper } from '../accounts/ImportKeeper'
import { keepMessages, rememberMessage } from '../ui/recentMessages'
import { EmptyState } from '../ui/states/EmptyState'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import AdminLayout from './AdminLayout'
import { DeviceProvider } from './deviceContext'
import { NotFound } from './LazyNotFound'
import { LeaveQuestion } from './LeaveQuestion'
import { useLeaving } from './leaving'
import { LeavingContext } from './leavingContext'
import { useCsvImport, useLogic, useReplyFlow, useTaskFollow } from './logicContext'
import { MetaProvider, useMeta } from './metaContext'
import { useScreenActor } from './screenActor'
import { consoleScreens } from './screens'

const ImportStrip = lazy(() => import('../accounts/ImportStrip'))
const TaskStrip = lazy(() => import('../history/TaskStrip'))

const AdminRoutes = () => {
  const { actor, aroundNav } = useLeaving()
  return (
    <LeavingContext value={actor}>
      <Router aroundNav={aroundNav}>
        <DeviceProvider device={useLogic().device}>
          <MetaProvider>
            <ImportKeeper />
            <MessageKeeper />
            <Screens leaving={actor} />
          </MetaProvider>
        </DeviceProvider>
      </Router>
    </LeavingContext>
  )
}

export default AdminRoutes

const Screens = ({ leaving }: { leaving: LeavingRef }) => {
  const meta = useMeta()
  const { sandbox, model_stand_in } = meta
  const isPlain = !isOurs(meta)
  const { readAhead, device } = useLogic()
  const layout = useScreenActor(layoutLogic, { isColumnOpen: device.preferences.sidebarOpen() })
  useEffects(useReplyFlow())
  const follow = useTaskFollow()
  useEffects(follow)
  const attention = useSelector(follow, ({ context }) => sumOf(attentionOf(context)))
  const isImporting = useSelector(useCsvImport(), (snapshot) => snapshot.hasTag('unfinished'))
  const isFollowing = useSelector(follow, ({ context }) => context.tasks.length > 0)
  return (
    <AdminLayout
      layout={layout}
      sandbox={sandbox}
      modelStandIn={model_stand_in}
      attention={attention}
      tasks={
        <>
          {isImporting ? (
            <LazyPart>
              <ImportStrip />
            </LazyPart>
          ) : null}
          {isFollowing ? (
            <LazyPart>
              <TaskStrip />
            </LazyPart>
          ) : null}
        </>
      }
      onApproach={({ reads }) => readAhead(reads)}
      onLogout={() => leaving.send({ type: 'leave.request', way: { type: 'logout' } })}
    >
      <Switch>
        <Route path={earlierSettingsPath}>
          <Redirect to={settingsPath} replace />
        </Route>
        {Array.from(consoleScreens, ([path, screen]) => (
          <Route
            key={path}
            path={path}
            component={isPlain && ourPages.some((page) => page.path === path) ? NotOffered : screen}
          />
        ))}
        <Route>
          <NotFound homeHref={homePath} inConsole />
        </Route>
      </Switch>
      <LeaveQuestion leaving={leaving} />
    </AdminLayout>
  )
}

const NotOffered = () => <EmptyState titleAs="h1" title={notOffered} />

/** Messages and task outcomes survive a reload. */
const MessageKeeper = () => {
  const { messages } = useLogic()
  useEffect(() => keepMessages(messages), [messages])
  useEmitted(useTaskFollow(), 'task.ended', ({ task }) =>
    rememberMessage({
      id: `task ${task.id} ${task.updated_at}`,
      tone: toneOf(task),
      text: `${subjectOf(task)}: ${countsOf(task)}`,
      at: Date.now(),
      href: taskPath(task.id),
    }),
  )
  return null
}

/** Manual replies were announced before the send, so they are no failure. */
const toneOf = (task: TaskSummary) =>
  task.status === 'cancelled' || waitsForManual(task) ? 'plain' : needsPerson(task) ? 'error' : 'success'

const sumOf = ({ review, manual, failed }: Attention): number => review + manual + failed
