import { FlaskConical, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useDevice } from './deviceContext'

export const SandboxNotice = () => (
  <section
    data-sandbox
    aria-label="Sandbox"
    className="flex items-center gap-2 border-b border-line bg-accent-soft px-4 py-2 text-xs text-accent-ink md:px-6"
  >
    <FlaskConical aria-hidden="true" className="size-4 shrink-0" />
    <p>Sandbox: posts go to a local stand-in for X.</p>
  </section>
)

/** Always mounted, so that losing the network is announced. */
export const OfflineNotice = () => {
  const { connectivity } = useDevice()
  const online = useSyncExternalStore(connectivity.subscribe, connectivity.isOnline, connectivity.isOnline)
  return (
    <div role="status">
      {online ? null : (
        <p className="flex items-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-xs text-warn-ink md:px-6">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          You are offline. What you type is kept: send it when the network is back.
        </p>
      )}
    </div>
  )
}

export const UnkeptNotice = () =>
  useDevice().keepsSession() ? null : (
    <p role="status" className="border-b border-line bg-sunken px-4 py-2 text-xs text-ink-2 md:px-6">
      This browser stores nothing for the console. You stay signed in until you reload or close this page.
    </p>
  )
