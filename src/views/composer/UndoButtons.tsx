import { Redo2, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import type { DraftState, DraftStep } from '../../schemas/draft'
import { isCovered, isTyping, useShortcut } from '../shell/shortcut'
import { IconButton } from '../ui'
import { useShown } from './useShown'

const undo = { type: 'draft.undo' } as const
const redo = { type: 'draft.redo' } as const

const names: Record<DraftStep, string> = {
  preview: 'Preview',
  rewrite: 'Rewrite',
  drop: 'Drop',
  clear: 'Clear',
  mode: 'the change of mode',
  post: 'the change of post',
  answer: 'the answer from the inbox',
}

/**
 * Back to what stood here before the last step, and forth again; by Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y, too. In a text
 * field into which something was typed since the last step they are the field's own.
 */
const UndoButtons = ({ flow }: { flow: ReplyFlowRef }) => {
  const last = useShown(flow, ({ context }) => context.earlier?.at(-1)?.step)
  const next = useShown(flow, ({ context }) => context.later?.at(-1)?.step)
  const canUndo = useShown(flow, (snapshot) => snapshot.can(undo))
  const canRedo = useShown(flow, (snapshot) => snapshot.can(redo))
  /** The steps behind what was typed; null where nothing was. */
  const typedAfter = useRef<DraftState[] | undefined | null>(null)
  useEffect(() => {
    const listen = () => {
      typedAfter.current = flow.getSnapshot().context.earlier
    }
    window.addEventListener('input', listen)
    return () => window.removeEventListener('input', listen)
  }, [flow])
  const isOurs = ({ target }: KeyboardEvent) =>
    !isCovered() && !(isTyping(target) && typedAfter.current === flow.getSnapshot().context.earlier)
  useShortcut('z', 'mod', () => flow.send(undo), isOurs)
  useShortcut('z', 'modShift', () => flow.send(redo), isOurs)
  useShortcut('y', 'mod', () => flow.send(redo), isOurs)
  return (
    <>
      {last ? (
        <IconButton icon={Undo2} label={`Undo ${names[last]}`} disabled={!canUndo} onClick={() => flow.send(undo)} />
      ) : null}
      {next ? (
        <IconButton icon={Redo2} label={`Redo ${names[next]}`} disabled={!canRedo} onClick={() => flow.send(redo)} />
      ) : null}
    </>
  )
}

export default UndoButtons
