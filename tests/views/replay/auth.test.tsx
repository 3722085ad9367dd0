import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { auth as model } from '../../machines/models'
import { creation } from '../../machines/operatorModels'
import { stubDevicePasskeys } from '../../support/devicePasskeys'
import { type Gate, type InProcessServer, startInProcessServer } from '../../support/inProcessServer'
import { renderConsole, textIn } from '../../support/renderConsole'
import { coveringPaths, createCoverage, type ReplayOf, refusalOf, takePath } from '../../support/replay'
import { json } from '../../support/server'

/** The answer to a logout does not matter, so its service never fails; no person makes a composer crash. */
const unreachable = [
  'auth.signedOut.leaving --xstate.error.actor.endSession--> auth.signedOut.idle',
  'auth.signedIn.open.composer.composerStopped --composer.open--> auth.signedIn.open.composer.withComposer',
]

const paths = coveringPaths(model)
const coverage = createCoverage(model)

let server: InProcessServer
let loggingIn: Gate
let answering: Gate
let passkeys: ReturnType<typeof stubDevicePasskeys>
let asking: Gate
let proving: Gate
let registering: Gate
let resetting: Gate
let leaving: Gate
let operators = 0

beforeAll(async () => {
  server = await startInProcessServer()
  loggingIn = server.gate(/POST \/auth\/login$/)
  answering = server.gate(/POST \/auth\/login\/code/)
  asking = server.gate(/POST \/auth\/login\/passkey\/options$/)
  proving = server.gate(/POST \/auth\/login\/passkey$/)
  passkeys = stubDevicePasskeys()
  passkeys.device.create(creation)
  registering = server.gate(/POST \/auth\/register/)
  resetting = server.gate(/POST \/auth\/reset/)
  leaving = server.gate(/POST \/auth\/logout/)
})
afterAll(async () => {
  passkeys.remove()
  await server.close()
})

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const field = async (label: string) => screen.findByLabelText<HTMLInputElement>(label)

const waitingForPasskey = 'Waiting for your passkey: cancel'

const byPasskey = {
  done: async () => {
    const { challenge, timeout, rp } = creation
    const body = { challenge, timeout, rpId: rp.id, userVerification: 'required' }
    await asking.answer({ status: 201, body })
    await proving.answer({ status: 200, body: { access_token: server.me.token, email: 'operator@example.com' } })
  },
  error: (error: unknown) => asking.answer(refusalOf(error)),
}

/** The console opens with the first answer of `restore`, the browser's stored token. */
const open = async (): Promise<ReplayOf<typeof model>> => {
  server.me.token = (await server.operator('operator@example.com')).token
  let user: UserEvent
  const code = createArrival()
  const start = (signedIn: boolean) => {
    ;({ user } = renderConsole(server, signedIn ? '/admin/history' : '/login', {
      signedIn,
      inspect: coverage.observer,
      codeArrives: code.arrives,
    }))
  }
  const fill = async (label: string, text: string) => {
    if (textIn(await field(label)) === '') await user.type(await field(label), text)
  }
  return {
    does: {
      'login.submit': async () => {
        goTo('/login')
        await fill('Email', 'operator@example.com')
        await fill('Password', 'correct horse battery')
        await user.click(await button('Login'))
      },
      'register.submit': async () => {
        goTo('/sign-up')
        await fill('Username', 'ada')
        await fill('Email', `operator${++operators}@example.com`)
        await fill('Password', 'correct horse battery')
        await user.click(await button('Sign Up'))
      },
      'reset.submit': async () => {
        goTo('/reset#link')
        await fill('Password', 'a better horse battery')
        await user.click(await button('Set password'))
      },
      'code.submit': async () => {
        await fill('Code', '123456')
        await user.click(await button('Go on'))
      },
      'passkey.use': async () => {
        goTo('/login')
        await user.click(await button('Sign in with a passkey'))
      },
      'passkey.give': async () => user.click(await button('Use a passkey')),
      'passkey.cancel': async () => user.click(await button(waitingForPasskey)),
      'code.cancel': async () => user.click(await button('Back to login')),
      logout: async () => user.click(await button('Logout')),
      'session.expired': async () => {
        const link = screen.queryByRole('link', { name: 'Post Group' })
        if (!link) return otherTabSets(undefined)
        server.answerNext('GET /groups', { status: 401 })
        await user.click(link)
        await waitFor(() => expect(window.location.pathname).toBe('/login'))
      },
      'page.wanted': async (event) => {
        const { pathname, hash } = window.location
        goTo(event.at)
        await waitFor(() => expect(window.location.pathname).toBe('/login'))
        goTo(`${pathname}${hash}`)
      },
      'session.restored': async () => otherTabSets(server.me.token),
      'session.open': async () => user.click(await button('Try again')),
      'composer.open': async () => user.click(await screen.findByRole('link', { name: 'Home' })),
    },
    answers: {
      restore: {
        done: async (output) => start(JSON.stringify(output) === '{"isSignedIn":true}'),
        error: async () => {
          const read = vi.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => {
            if (key === 'access_token') throw new Error('storage is forbidden')
            return null
          })
          start(false)
          await screen.findByLabelText('Email')
          read.mockRestore()
        },
      },
      openSession: {
        done: async () => code.settle(),
        error: async () => code.settle(new TypeError('Failed to fetch')),
      },
      endSession: {
        done: async () => {
          await leaving.pass()
          await coverage.takes('auth.signedOut.leaving --xstate.done.actor.endSession--> auth.signedOut.idle')
        },
        error: () => leaving.answer({ status: 500 }),
      },
      logIn: {
        done: (output) =>
          JSON.stringify(output) === '{"factors":[]}'
            ? loggingIn.pass()
            : loggingIn.answer({ status: 200, body: json({ challenge: 'waits', ...Object(output) }) }),
        error: (error) => loggingIn.answer(refusalOf(error)),
      },
      answerCode: {
        done: () => answering.answer({ status: 200, body: { access_token: server.me.token } }),
        error: (error) => answering.answer(refusalOf(error)),
      },
      usePasskey: byPasskey,
      answerPasskey: byPasskey,
      resetPassword: {
        done: () => resetting.answer({ status: 204 }),
        error: (error) => resetting.answer(refusalOf(error)),
      },
      register: { done: () => registering.pass(), error: (error) => registering.answer(refusalOf(error)) },
    },
    sees: {
      restoring: async () => expect(document.body.textContent).toBe(''),
      'signedOut.idle': () =>
        waitFor(async () => {
          await field('Password')
          expect(screen.queryByRole('button', { name: /\.\.\.$/ })).toBeNull()
        }),
      'signedOut.unchanged': async () => {},
      'signedOut.leaving': () => field('Email'),
      'signedOut.loggingIn': () => button('Logging in...'),
      'signedOut.usingPasskey': () => button(waitingForPasskey),
      'signedOut.givingPasskey': () => button(waitingForPasskey),
      'signedOut.askingCode': () => button('Go on'),
      'signedOut.sendingCode': () => button('Checking...'),
      'signedOut.registering': () => button('Signing Up...'),
      'signedOut.resetting': () => button('Setting...'),
      'signedIn.opening': async () => {
        await waitFor(() =>
          expect(screen.queryByRole('button', { name: /^(Logging in|Checking|Signing Up|Setting)\.\.\.$/ })).toBeNull(),
        )
        if (!window.location.pathname.startsWith('/admin')) goTo('/admin/history')
        await screen.findByText('Loading...')
      },
      'signedIn.unopened': () => screen.findByText('The console could not be loaded.'),
      'signedIn.open.import.importRuns': async () => {},
      'signedIn.open.following.followRuns': async () => {},
      'signedIn.open.composer.withoutComposer': () => screen.findByRole('navigation', { name: 'Main' }),
      'signedIn.open.composer.composerStopped': () => screen.findByText('The composer stopped.'),
      'signedIn.open.composer.withComposer': () => screen.findByRole('heading', { name: 'Auto Comment Bot' }),
    },
  }
}

const goTo = (path: string): void => {
  if (window.location.pathname !== path) act(() => navigate(path))
}

const otherTabSets = (token: string | undefined): void => {
  if (token === undefined) localStorage.removeItem('access_token')
  else localStorage.setItem('access_token', token)
  window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }))
}

const createArrival = () => {
  let settle: (error?: unknown) => void = () => {}
  return {
    arrives: () =>
      new Promise<void>((resolve, reject) => {
        settle = (error) => (error === undefined ? resolve() : reject(error))
      }),
    settle: (error?: unknown) => settle(error),
  }
}

describe('auth, taken by a person', () => {
  it.each(coverage.walks(paths))('%s', async (_, path) => {
    await takePath(await open(), path)
  })

  it('takes every transition in the real application that can happen there', () => {
    coverage.expectAllBut(unreachable)
  })
})
