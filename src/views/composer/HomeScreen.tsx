import { User, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useEffects } from '../../effects'
import { composerLists } from '../../machines/composer/composer.actors'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import * as words from '../../schemas/composer/composer.words'
import type { SendMode } from '../../schemas/composer/draft'
import { useLogic } from '../shell/logicContext'
import { useScreenActor } from '../shell/screenActor'
import { useSideColumn } from '../shell/sideColumn'
import { EmptyState, PageHeader } from '../ui'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { TryAgain } from '../ui/states/TryAgain'
import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '../ui/tables/Tabs'
import { Composer } from './Composer'
import { useComposer } from './useComposer'
import { useComposerActor } from './useComposerActor'

const ToAnswer = lazy(() => import('../queue/ToAnswer'))

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
  const side = useSideColumn()
  const { hasQueue, inboxView } = useLogic()
  const [hasPlace] = useState(() => hasQueue() || inboxView.read().shown)
  const [line, setLine] = useState<HTMLElement | null>(null)
  const [options, setOptions] = useState<HTMLElement | null>(null)
  useEffects(lists)
  return (
    <TabGroup
      manual
      selectedIndex={modes.indexOf(mode)}
      onChange={(index) => flow.send({ type: 'mode.select', mode: modes[index] ?? 'batch' })}
      className="flex flex-1 flex-col"
    >
      <PageHeader title="Auto Comment Bot" actions={<Modes flow={flow} />} className="mb-3!" />
      {/* Keeps the width of the list, so that nothing moves when it arrives. */}
      <LazyPart waiting={side && hasPlace ? createPortal(<div />, side) : null}>
        <ToAnswer flow={flow} hasPlace={hasPlace} line={line} options={options} />
      </LazyPart>
      <TabPanels className="relative flex flex-1 flex-col">
        <div
          ref={setLine}
          className="mb-3 min-h-11 @min-[55rem]/panel:absolute @min-[55rem]/panel:-top-2.5 @min-[55rem]/panel:right-0 @min-[55rem]/panel:z-1 @min-[55rem]/panel:mb-0 @min-[55rem]/panel:min-h-9"
        />
        {modes.map((each) => (
          <TabPanel key={each} tabIndex={-1} className="flex flex-1 flex-col">
            <Composer flow={flow} lists={lists} mode={each} options={setOptions} />
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
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
