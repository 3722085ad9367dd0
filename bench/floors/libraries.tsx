import { zodResolver } from '@hookform/resolvers/zod'
import { useActorRef, useSelector } from '@xstate/react'
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { useForm } from 'react-hook-form'
import toast, { useToaster } from 'react-hot-toast/headless'
import { Link, Route } from 'wouter'
import { createMachine } from 'xstate'
import * as z from 'zod/mini'

const machine = createMachine({
  initial: 'idle',
  states: { idle: { on: { submit: 'busy' } }, busy: {} },
})
const body = z.object({ email: z.string().check(z.email()), password: z.string().check(z.minLength(3)) })

const Login = () => {
  const actor = useActorRef(machine)
  const busy = useSelector(actor, (snapshot) => snapshot.matches('busy'))
  const { register, handleSubmit } = useForm({ resolver: zodResolver(body) })
  const { toasts } = useToaster()
  useLayoutEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return (
    <form
      onSubmit={handleSubmit(() => {
        actor.send({ type: 'submit' })
        toast('Sent')
      })}
    >
      <h1>Login</h1>
      <input {...register('email')} />
      <input {...register('password')} type="password" />
      <button type="submit" disabled={busy}>
        Login
      </button>
      <Link href="/sign-up">Sign up</Link>
      {toasts.length}
    </form>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Route>{() => <Login />}</Route>)
