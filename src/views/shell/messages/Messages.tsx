import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import toast from 'react-hot-toast/headless'
import { forgetMessages } from '../../ui/recentMessages'
import Toaster from '../../ui/Toaster'
import { useAuth } from '../logicContext'

/** Toasts end with their session, because the next one may belong to somebody else. */
const Messages = () => {
  const isSignedIn = useSelector(useAuth(), (snapshot) => snapshot.matches('signedIn'))
  useEffect(() => {
    if (!isSignedIn) return
    return () => {
      toast.remove()
      forgetMessages()
    }
  }, [isSignedIn])
  return <Toaster />
}

export default Messages
