import * as words from '../../../schemas/shell/shell.words'
import { isOurs } from '../../../schemas/system'
import { Kbd } from '../../ui/Kbd'
import { modKey } from '../../ui/modKey'
import DialogWindow from '../../ui/windows/DialogWindow'
import { useMeta } from '../metaContext'

const keys = (mod: string, isOurs: boolean): [string[], string][] => [
  [[`${mod} K`], words.goToOrSearch],
  [[`${mod} B`], words.toggleSidebar],
  [['?'], 'This sheet'],
  [[`${mod} ↵`], words.saveOrSend],
  [['E', 'C', 'R', 'X'], words.replyActions],
  [[`${mod} Z`, `${mod} Shift Z`], words.undoRedo],
  [['J', 'K', '1 … 9'], words.moveBetweenReplies],
  [['/', 'C'], words.goToLinkField],
  [['↵'], words.linkField],
  [['N', 'S'], words.queueKeys],
  ...(isOurs ? ourKeys : []),
  [['Esc'], words.closeDialog],
]

const ourKeys: [string[], string][] = [
  [['O', 'X'], words.manualActions],
  [['J', 'K'], words.moveBetweenManual],
  [['J', 'K', '↵'], words.moveBetweenMentions],
  [['X', 'U', 'B', 'O'], words.mentionActions],
]

const KeysDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <DialogWindow open={open} onClose={onClose} title="Keyboard shortcuts" size="sm">
    <dl className="flex flex-col gap-3 text-sm">
      {keys(modKey(), isOurs(useMeta())).map(([chords, meaning]) => (
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
