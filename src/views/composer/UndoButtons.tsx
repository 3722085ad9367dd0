import { Redo2, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import * as words from '../../schemas/composer/composer.words'
import type { DraftState } from '../../schemas/composer/draft'
import { isCovered, isTyping, useShortcut } from '../shell/palette/shortcut'
import { IconButton } from '../ui'
import { useComposer } from './useComposer'

const undo = { type: 'draft.undo' } as const
const redo = { type: 'draft.redo' } as const

/**
 * Undo and Redo, also with Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y. In a text field that was edited after the last step, the
 * keys belong to the field.
 */
const UndoButtons = ({ flow }: { flow: ReplyFlowRef }) => {
  const last = useComposer(flow, ({ context }) => context.earlier?.at(-1)?.step)
  const next = useComposer(flow, ({ context }) => context.later?.at(-1)?.step)
  const canUndo = useComposer(flow, (snapshot) => snapshot.can(undo))
  const canRedo = useComposer(flow, (snapshot) => snapshot.can(redo))
  /** The steps at the time of the last typing; null before any typing. */
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
        <IconButton icon={Undo2} label={words.undo[last]} disabled={!canUndo} onClick={() => flow.send(undo)} />
      ) : null}
      {next ? (
        <IconButton icon={Redo2} label={words.redo[next]} disabled={!canRedo} onClick={() => flow.send(redo)} />
      ) : null}
    </>
  )
}

export default UndoButtons
