import { Button, Card } from '../ui'
import { CopyButton } from '../ui/CopyButton'
import { useCloseWarning } from '../ui/closeWarning'

/** Shown once, until they are kept. */
export const RecoveryCodes = ({ codes, onKept }: { codes: string[]; onKept: () => void }) => {
  useCloseWarning(true)
  return (
    <Card tone="sunken" className="mt-4 grid gap-3 text-sm">
      <p>
        Keep these recovery codes where you keep your passwords. Each of them lets you in once when you have lost your
        app or passkey. They are shown once.
      </p>
      <ul className="grid gap-1">
        {codes.map((code) => (
          <li key={code}>
            <code className="wrap-anywhere">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-2">
        <Button size="sm" onClick={onKept}>
          I have kept them
        </Button>
        <CopyButton text={codes.join('\n')} what="Copy the recovery codes" />
      </div>
    </Card>
  )
}
