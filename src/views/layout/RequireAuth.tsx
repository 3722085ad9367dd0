import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { useAuth } from '../logicContext'
import { ScreenLoading } from './ScreenLoading'

/** Only for operators: everybody else goes to the login page. */
export const RequireAuth = ({ children }: { children: ReactNode }) => {
  const auth = useAuth()
  const isSignedIn = useSelector(auth, (snapshot) => snapshot.matches('signedIn'))
  const isRestoring = useSelector(auth, (snapshot) => snapshot.matches('restoring'))
  if (isSignedIn) return children
  return isRestoring ? <ScreenLoading /> : <Redirect to="/login" replace />
}
