import { FlaskConical, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import * as words from '../../schemas/shell/shell.words'
import { useDevice } from './deviceContext'

export const SandboxNotice = () => (
  <section
    data-sandbox
    aria-label="Sandbox"
    className="flex items-center gap-2 bg-accent-soft px-4 py-2 text-xs text-accent-ink max-md:border-b max-md:border-line md:ml-2 md:min-w-0 md:rounded-full md:px-3 md:py-1.5"
  >
    <FlaskConical aria-hidden="true" className="size-4 shrink-0" />
    <p className="md:truncate">{words.sandboxNotice}</p>
  </section>
)

/** Always mounted, so that screen readers announce a lost network. */
export const OfflineNotice = () => {
  const { connectivity } = useDevice()
  const online = useSyncExternalStore(connectivity.subscribe, connectivity.isOnline, connectivity.isOnline)
  return (
    <div role="status">
      {online ? null : (
        <p className="flex items-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-xs text-warn-ink md:px-6">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {words.offline}
        </p>
      )}
    </div>
  )
}

export const NotStoredNotice = () =>
  useDevice().keepsSession() ? null : (
    <p role="status" className="border-b border-line bg-sunken px-4 py-2 text-xs text-ink-2 md:px-6">
      {words.nothingStored}
    </p>
  )
