import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { promptOfReply } from '../../machines/characters/models.actors'
import type { DraftPrompt } from '../../schemas/characters/models'
import { publicMessages } from '../../schemas/commonMessages'
import * as words from '../../schemas/composer/composer.words'
import { priceText, secondsText, tokensText } from '../characters/models'
import { useScreenActor } from '../shell/screenActor'
import { ProblemNote } from '../ui/states/ProblemNote'
import { TryAgain } from '../ui/states/TryAgain'
import { Time } from '../ui/Time'
import DialogWindow from '../ui/windows/DialogWindow'

export interface PromptWindowProps {
  open: boolean
  onClose: () => void
  replyId: string
}

const PromptWindow = ({ open, onClose, replyId }: PromptWindowProps) => (
  <DialogWindow open={open} onClose={onClose} title="Prompt" size="lg">
    <Content replyId={replyId} />
  </DialogWindow>
)

export default PromptWindow

const Content = ({ replyId }: { replyId: string }) => {
  const loader = useScreenActor(promptOfReply, { params: { replyId } })
  const prompt = useSelector(loader, ({ context }) => context.data)
  const problem = useSelector(loader, ({ context }) => context.problem)
  if (prompt) return <Call prompt={prompt} />
  if (!problem) return <p role="status">{publicMessages.list.loading}</p>
  return (
    <ProblemNote problem={problem}>
      {problem.next === 'again' ? <TryAgain onClick={() => loader.send({ type: 'list.reload' })} /> : null}
    </ProblemNote>
  )
}

const Call = ({ prompt }: { prompt: DraftPrompt }) => (
  <>
    <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
      <Fact name="Model">
        {prompt.model} ({prompt.provider})
      </Fact>
      <Fact name="Written">
        <Time value={prompt.at} />
        {prompt.took_ms === null ? null : words.promptTook(secondsText(prompt.took_ms))}
      </Fact>
      <Fact name="Tokens">{tokensText(prompt)}</Fact>
      <Fact name="Price">
        {priceText(prompt.price)}
        {prompt.drafts > 1 ? words.promptForDrafts(prompt.drafts) : ''}
      </Fact>
      <Fact name="Prompt">{words.promptVersion(prompt.prompt_version)}</Fact>
    </dl>
    {prompt.messages ? (
      <ol className="mt-5 grid gap-4">
        {prompt.messages.map(titled).map(({ number, title, content }) => (
          <li key={number}>
            <h3 className="text-sm font-semibold">{title}</h3>
            <p
              dir="auto"
              className="mt-1 rounded-lg bg-sunken px-3.5 py-2.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
            >
              {content}
            </p>
          </li>
        ))}
      </ol>
    ) : (
      <p className="mt-5 text-sm text-ink-2">{words.promptDeleted}</p>
    )}
  </>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-ink-2">{name}</dt>
    <dd className="min-w-0 text-right font-semibold wrap-anywhere tabular-nums">{children}</dd>
  </div>
)

type Message = NonNullable<DraftPrompt['messages']>[number]

/** The last message is the task. Earlier messages are example conversations. */
const titled = ({ role, content }: Message, index: number, { length }: Message[]) => ({
  number: index + 1,
  title:
    words.promptParts[
      role === 'system'
        ? 'character'
        : index === length - 1
          ? 'task'
          : role === 'assistant'
            ? 'exampleReply'
            : 'example'
    ],
  content,
})
