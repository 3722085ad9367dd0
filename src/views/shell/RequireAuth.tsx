import { useSelector } from '@xstate/react'
import { type ReactNode, useDeferredValue, useLayoutEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { AuthRef } from '../../machines/session/auth'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { useAuth } from './logicContext'
import { ScreenLoading } from './ScreenLoading'

/** Only for operators, and only once their session is open: everybody else goes to the login page. */
export const RequireAuth = ({ children }: { children: ReactNode }) => {
  const auth = useAuth()
  const isOpen = useSelector(auth, (snapshot) => snapshot.matches({ signedIn: 'open' }))
  /** The console is drawn in pieces, when the browser has time: all of it at once would hold up everything else. */
  const isDue = useDeferredValue(isOpen)
  const isUnopened = useSelector(auth, (snapshot) => snapshot.matches({ signedIn: 'unopened' }))
  const isAuthenticated = useSelector(auth, (snapshot) => snapshot.hasTag('isAuthenticated'))
  const isRestoring = useSelector(auth, (snapshot) => snapshot.matches('restoring'))
  if (isOpen && isDue) return <>{children}</>
  if (!isAuthenticated && !isRestoring) return <ToLogin auth={auth} />
  if (!isUnopened) return <ScreenLoading />
  return (
    <EmptyState
      kind="failed"
      title="The console could not be loaded."
      actions={
        <>
          <Button onClick={() => auth.send({ type: 'session.open' })}>Try again</Button>
          <Button onClick={() => auth.send({ type: 'logout' })}>Logout</Button>
        </>
      }
    >
      Check the connection, then try again.
    </EmptyState>
  )
}

/** What the address brings is not lost on the way. */
const ToLogin = ({ auth }: { auth: AuthRef }) => {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const [at] = useState(query === '' ? path : `${path}?${query}`)
  useLayoutEffect(() => {
    auth.send({ type: 'page.wanted', at })
    navigate('/login', { replace: true })
  }, [auth, at, navigate])
  return null
}
