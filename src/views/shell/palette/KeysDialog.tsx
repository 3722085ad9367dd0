import * as words from '../../../schemas/shell/palette.words'
import { goToOrSearch } from '../../../schemas/shell/shell.words'
import { isOurs } from '../../../schemas/system'
import { Kbd } from '../../ui/Kbd'
import { modKey } from '../../ui/modKey'
import DialogWindow from '../../ui/windows/DialogWindow'
import { useMeta } from '../metaContext'

type Keys = [chords: string[], meaning: string][]

const keys = (mod: string): Record<string, Keys> => ({
  'Every screen': [
    [[`${mod} K`], goToOrSearch],
    [[`${mod} B`], words.toggleSidebar],
    [[`${mod} ↵`], words.saveOrSend],
    [['?'], 'This sheet'],
    [['Esc'], words.closeDialog],
  ],
  Home: [
    [['/', 'C'], words.goToLinkField],
    [['↵'], words.linkField],
    [['N', 'S'], words.queueKeys],
    [['J', 'K', '1 … 9'], words.moveBetweenReplies],
    [['E', 'R', 'X'], words.replyActions],
    [[`${mod} Z`, `${mod} Shift Z`], words.undoRedo],
  ],
})

const ourKeys: Record<string, Keys> = {
  Inbox: [
    [['J', 'K', '↵'], words.moveBetweenMentions],
    [['X', 'U', 'B', 'O'], words.mentionActions],
  ],
  'Post manually': [
    [['J', 'K'], words.moveBetweenManual],
    [['O', 'X'], words.manualActions],
  ],
}

const KeysDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <DialogWindow open={open} onClose={onClose} title="Keyboard shortcuts" size="sm">
    {Object.entries({ ...keys(modKey()), ...(isOurs(useMeta()) ? ourKeys : {}) }).map(([screen, rows]) => (
      <section key={screen} aria-label={screen} className="not-first:mt-5">
        <h3 className="mb-2 text-sm font-semibold">{screen}</h3>
        <dl className="flex flex-col gap-3 text-sm">
          {rows.map(([chords, meaning]) => (
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
      </section>
    ))}
  </DialogWindow>
)

export default KeysDialog
