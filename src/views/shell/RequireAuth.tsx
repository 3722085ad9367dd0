import { useSelector } from '@xstate/react'
import { type ReactNode, useDeferredValue, useLayoutEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { AuthRef } from '../../machines/session/auth'
import { buttons } from '../../schemas/crud.words'
import * as words from '../../schemas/shell/shell.words'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/states/EmptyState'
import { useAuth } from './logicContext'
import { ScreenLoading } from './ScreenLoading'

export const RequireAuth = ({ children }: { children: ReactNode }) => {
  const auth = useAuth()
  const isOpen = useSelector(auth, (snapshot) => snapshot.matches({ signedIn: 'open' }))
  /** The console is drawn in pieces when the browser has time, because drawing all of it at once blocks the page. */
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
      title={words.consoleNotLoaded}
      actions={
        <>
          <Button onClick={() => auth.send({ type: 'session.open' })}>{buttons.tryAgain}</Button>
          <Button onClick={() => auth.send({ type: 'logout' })}>Logout</Button>
        </>
      }
    >
      {words.checkConnection}
    </EmptyState>
  )
}

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
