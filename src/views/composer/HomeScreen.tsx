import { User, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useEffects } from '../../effects'
import { composerLists } from '../../machines/composer/composer.actors'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import * as words from '../../schemas/composer/composer.words'
import type { SendMode } from '../../schemas/composer/draft'
import { inboxPath } from '../../schemas/paths'
import type { QueueProps } from '../queue/Queue'
import { useLogic } from '../shell/logicContext'
import { Ours } from '../shell/metaContext'
import { useScreenActor } from '../shell/screenActor'
import { EmptyState, PageHeader } from '../ui'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { TryAgain } from '../ui/states/TryAgain'
import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '../ui/tables/Tabs'
import { Composer } from './Composer'
import { useComposer } from './useComposer'
import { useComposerActor } from './useComposerActor'

const Waiting = lazy(() => import('../inbox/Waiting'))
const Queue = lazy(() => import('../queue/Queue'))

const modes: readonly SendMode[] = ['batch', 'solo']

const HomeScreen = () => {
  const { flow, isStopped, start } = useComposerActor()
  if (flow) return <Home flow={flow} />
  return isStopped ? (
    <EmptyState kind="failed" titleAs="h1" title={words.stopped} actions={<TryAgain onClick={start} />}>
      {words.stoppedDetail}
    </EmptyState>
  ) : null
}

const Home = ({ flow }: { flow: ReplyFlowRef }) => {
  const lists = useScreenActor(composerLists)
  const mode = useComposer(flow, ({ context }) => context.mode)
  const [count, setCount] = useState<HTMLElement | null>(null)
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const [again, setAgain] = useState<HTMLElement | null>(null)
  const [options, setOptions] = useState<HTMLElement | null>(null)
  useEffects(lists)
  return (
    <TabGroup
      manual
      selectedIndex={modes.indexOf(mode)}
      onChange={(index) => flow.send({ type: 'mode.select', mode: modes[index] ?? 'batch' })}
      className="flex flex-1 flex-col"
    >
      <PageHeader
        title="Auto Comment Bot"
        lead={
          <span className="inline-flex flex-wrap items-baseline gap-x-3">
            <span ref={setMenu} className="min-w-18" />{' '}
            <Ours>
              <Link href={inboxPath} className="text-link font-semibold">
                Inbox
              </Link>{' '}
            </Ours>
            {/* Reserves the space of later content, so that the line does not wrap again. */}
            <span className="flex items-baseline gap-x-3 min-[23rem]:min-w-48">
              <span ref={setCount} className="text-sm tabular-nums empty:hidden" />{' '}
              <span ref={setAgain} className="empty:hidden" />
            </span>
          </span>
        }
        actions={<Modes flow={flow} />}
      />
      <Ours>
        <WaitingPlace flow={flow} count={count} />
      </Ours>
      <QueuePlace flow={flow} menu={menu} again={again} options={options} />
      <TabPanels className="flex flex-1 flex-col">
        {modes.map((each) => (
          <TabPanel key={each} tabIndex={-1} className="flex flex-1 flex-col">
            <Composer flow={flow} lists={lists} mode={each} options={setOptions} />
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  )
}

/** Reserves the space of the list, so that nothing below it moves. */
const WaitingPlace = ({ flow, count }: { flow: ReplyFlowRef; count: HTMLElement | null }) => {
  const { inboxView } = useLogic()
  const [{ shown, folded }] = useState(inboxView.read)
  return (
    <div className={shown ? (folded ? 'mb-6 min-h-12.5' : 'mb-6 min-h-45.5') : undefined}>
      <LazyPart>
        <Waiting flow={flow} hasPlace={shown} count={count} />
      </LazyPart>
    </div>
  )
}

const QueuePlace = (places: QueueProps) => {
  const [hasQueue] = useState(useLogic().hasQueue)
  return (
    <div className={hasQueue ? 'min-h-18.5 max-sm:min-h-37.5' : undefined}>
      <LazyPart>
        <Queue {...places} />
      </LazyPart>
    </div>
  )
}

const Modes = ({ flow }: { flow: ReplyFlowRef }) => {
  const isLocked = useComposer(flow, (snapshot, isLocked) => isLocked && snapshot.matches({ work: 'sending' }))
  return (
    <TabList label={words.modes}>
      <Tab icon={UsersRound} disabled={isLocked}>
        Batch Send
      </Tab>
      <Tab icon={User} disabled={isLocked}>
        Solo Send
      </Tab>
    </TabList>
  )
}

export default HomeScreen
