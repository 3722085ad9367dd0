import DialogWindow from '../ui/DialogWindow'
import { Kbd } from '../ui/Kbd'
import { modKey } from '../ui/modKey'

const keys = (mod: string): [string[], string][] => [
  [[`${mod} K`], 'Go to or search'],
  [[`${mod} B`], 'Show or hide the sidebar'],
  [['?'], 'This sheet'],
  [[`${mod} ↵`], 'Save the text being edited, or send the replies'],
  [['E', 'C', 'R', 'X'], 'Edit, copy, rewrite or drop the reply that has focus'],
  [[`${mod} Z`, `${mod} Shift Z`], 'Home: undo what replaced the draft, do it again; take back a send that is held'],
  [['J', 'K', '1 … 9'], 'Home: the next reply, the one before, that reply'],
  [['↵'], 'Home, in the link field: get the content, and again: as S does'],
  [['N', 'S'], 'Home: the next post of the queue; the character, group and count of the last send'],
  [['O', 'X'], 'Post manually: open the reply in X, look for it there'],
  [['J', 'K'], 'Post manually: the next reply, the one before'],
  [['J', 'K', '↵'], 'Inbox: the next mention, the one before, answer it'],
  [['X', 'U', 'B', 'O'], 'Inbox: dismiss, bring back, do not reply to them, open on X'],
  [['J'], 'Home without replies: answer the next mention that waits'],
  [['Esc'], 'Close a dialog'],
]

const KeysDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <DialogWindow open={open} onClose={onClose} title="Keyboard shortcuts" size="sm">
    <dl className="flex flex-col gap-3 text-sm">
      {keys(modKey()).map(([chords, meaning]) => (
        <div key={meaning} className="flex items-center justify-between gap-4">
          <dt className="order-2 flex gap-1">
            {chords.map((chord) => (
              <Kbd key={chord}>{chord}</Kbd>
            ))}
          </dt>
          <dd className="order-1 text-ink-2">{meaning}</dd>
        </div>
      ))}
    </dl>
  </DialogWindow>
)

export default KeysDialog
