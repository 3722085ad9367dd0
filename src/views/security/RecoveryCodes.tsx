import * as words from '../../schemas/security/security.words'
import { Button, Card } from '../ui'
import { CopyButton } from '../ui/CopyButton'
import { useCloseWarning } from '../ui/forms/closeWarning'

export const RecoveryCodes = ({ codes, onSaved }: { codes: string[]; onSaved: () => void }) => {
  useCloseWarning(true)
  return (
    <Card tone="sunken" className="mt-4 grid gap-3 text-sm">
      <p>{words.storeRecoveryCodes}</p>
      <ul className="grid gap-1">
        {codes.map((code) => (
          <li key={code}>
            <code className="wrap-anywhere">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-2">
        <Button size="sm" onClick={onSaved}>
          {words.savedCodes}
        </Button>
        <CopyButton text={codes.join('\n')} what={words.copyRecoveryCodes} />
      </div>
    </Card>
  )
}
