import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { CodeForm } from '../../../src/views/session/CodeForm'
import { LoginForm } from '../../../src/views/session/LoginForm'
import { ResetForm } from '../../../src/views/session/ResetForm'
import { SignUpForm } from '../../../src/views/session/SignUpForm'
import { placed } from '../../../src/views/session/useCheckedForm'

const openLogin = (busy = false) => {
  const onSubmit = vi.fn()
  const onPasskey = vi.fn()
  render(<LoginForm busy={busy} onSubmit={(body) => onSubmit(body)} passkey="offered" onPasskey={onPasskey} />)
  return { user: userEvent.setup(), onSubmit, onPasskey }
}

const openSignUp = (busy = false) => {
  const onSubmit = vi.fn()
  render(<SignUpForm busy={busy} onSubmit={(body) => onSubmit(body)} />)
  return { user: userEvent.setup(), onSubmit }
}

const submit = (name: string) => screen.getByRole('button', { name })
const errorOf = (label: string) => {
  const id = screen.getByLabelText(label).getAttribute('aria-describedby')
  return id ? document.getElementById(id)?.textContent : null
}

describe('the login form', () => {
  it('requires both fields and puts focus in the first wrong one', async () => {
    const { user, onSubmit } = openLogin()
    await user.click(submit('Login'))
    await waitFor(() => expect(errorOf('Email')).toBe('Email is required'))
    expect(errorOf('Password')).toBe('Password is required')
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('starts with the address of a new operator', async () => {
    const onSubmit = vi.fn()
    render(
      <LoginForm busy={false} email="new@kiosk.example" onSubmit={onSubmit} passkey="offered" onPasskey={() => {}} />,
    )
    await userEvent.type(screen.getByLabelText('Password'), 'abcd')
    await userEvent.click(submit('Login'))
    await waitFor(() => expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ email: 'new@kiosk.example' }))
  })

  it('checks on submit, then on every change', async () => {
    const { user } = openLogin()
    await user.type(screen.getByLabelText('Email'), 'ops@kiosk')
    await user.type(screen.getByLabelText('Password'), 'ab')
    expect(errorOf('Email')).toBeNull()
    await user.click(submit('Login'))
    await waitFor(() => expect(errorOf('Email')).toBe('Invalid email address'))
    expect(errorOf('Password')).toBe('Password must be at least 3 characters long')
    await user.type(screen.getByLabelText('Password'), 'c')
    await waitFor(() => expect(errorOf('Password')).toBeNull())
  })

  it('requests a passkey with no field filled in, with the choice to be remembered', async () => {
    const { user, onSubmit, onPasskey } = openLogin()
    await user.click(submit('Sign in with a passkey'))
    await user.click(screen.getByLabelText('Remember me'))
    await user.click(submit('Sign in with a passkey'))
    expect([onPasskey.mock.calls, onSubmit.mock.calls, errorOf('Email')]).toEqual([[[undefined], [true]], [], null])
  })

  it('sends the body of the contract, remember_me only when ticked', async () => {
    const { user, onSubmit } = openLogin()
    await user.type(screen.getByLabelText('Email'), ' ops@kiosk.example ')
    await user.type(screen.getByLabelText('Password'), 'abc')
    await user.click(submit('Login'))
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({ email: 'ops@kiosk.example', password: 'abc' })
    await user.click(screen.getByRole('checkbox', { name: 'Remember me' }))
    await user.keyboard('{Enter}')
    await user.click(submit('Login'))
    await waitFor(() => expect(onSubmit.mock.lastCall?.[0]).toHaveProperty('remember_me', true))
  })

  it('shows "Logging in..." while busy, with both buttons disabled', () => {
    openLogin(true)
    expect(submit('Logging in...')).toHaveProperty('disabled', true)
    expect(submit('Sign Up')).toHaveProperty('disabled', true)
  })

  it('names its fields for password managers', () => {
    openLogin()
    expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
  })

  it('keeps the content of its fields from before its script ran', async () => {
    const { user, onSubmit } = openLogin()
    const email = screen.getByLabelText<HTMLInputElement>('Email')
    expect(email.value).toBe('')
    await user.type(email, 'ops@kiosk.example')
    await user.type(screen.getByLabelText('Password'), 'abc{Enter}')
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
  })
})

describe('the sign-up form', () => {
  it('requires every field and puts focus in the first wrong one', async () => {
    const { user, onSubmit } = openSignUp()
    await user.click(submit('Sign Up'))
    await waitFor(() => expect(errorOf('Email')).toBe('Email is required'))
    expect(errorOf('Username')).toBe('Username is required')
    expect(errorOf('Password')).toBe('Password is required')
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('requires a valid address and six characters', async () => {
    const { user } = openSignUp()
    await user.type(screen.getByLabelText('Email'), 'ops')
    await user.type(screen.getByLabelText('Password'), '12345')
    await user.click(submit('Sign Up'))
    await waitFor(() => expect(errorOf('Email')).toBe('Invalid email address'))
    expect(errorOf('Password')).toBe('Password must be at least 6 characters long')
    await user.type(screen.getByLabelText('Password'), '6')
    await waitFor(() => expect(errorOf('Password')).toBeNull())
  })

  it('sends the body of the contract', async () => {
    const { user, onSubmit } = openSignUp()
    await user.type(screen.getByLabelText('Email'), 'ops@kiosk.example')
    await user.type(screen.getByLabelText('Username'), 'kiosk')
    await user.type(screen.getByLabelText('Password'), '123456')
    await user.click(submit('Sign Up'))
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({ email: 'ops@kiosk.example', username: 'kiosk', password: '123456' })
  })

  it.each([
    ['Email', 'email'],
    ['Username', 'username'],
    ['Password', 'password'],
  ])('shows at %s what the server refuses, until the next attempt', (label, field) => {
    const refusal = { field, reason: 'Choose another one' }
    const form = (busy: boolean) => <SignUpForm busy={busy} refusal={refusal} onSubmit={() => {}} />
    const { rerender } = render(form(false))
    expect(errorOf(label)).toBe('Choose another one')
    expect(screen.getAllByText('Choose another one')).toHaveLength(1)
    rerender(form(true))
    expect(errorOf(label)).toBeNull()
  })

  it("shows below its fields the server's refusal of the whole form", () => {
    render(
      <SignUpForm busy={false} refusal={{ field: 'invitation', reason: 'It was used already' }} onSubmit={() => {}} />,
    )
    expect(screen.getByText('It was used already')).toBeDefined()
  })

  it('shows "Signing Up..." while busy and asks for a new password', () => {
    openSignUp(true)
    expect(submit('Signing Up...')).toHaveProperty('disabled', true)
    const kinds = ['Email', 'Username', 'Password'].map((name) =>
      screen.getByLabelText(name).getAttribute('autocomplete'),
    )
    expect(kinds).toEqual(['username', 'nickname', 'new-password'])
  })
})

describe('the form of a link that sets a password', () => {
  const openReset = (hash: string) => {
    const onSubmit = vi.fn()
    window.history.replaceState(null, '', `/reset${hash}`)
    render(
      <ResetForm
        busy={false}
        refusal={{ field: undefined, reason: 'This link was used already' }}
        onSubmit={(body) => onSubmit(body)}
      />,
    )
    return { user: userEvent.setup(), onSubmit }
  }

  it('shows that a link without its token is incomplete, and sends nothing', async () => {
    const { user, onSubmit } = openReset('')
    await user.type(screen.getByLabelText('Password'), 'a better horse{Enter}')
    await screen.findByText('The link is incomplete. Open it exactly as you received it.')
    expect(screen.queryByText('This link was used already')).toBeNull()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('sends the text behind the # with the password, in a field for a new one', async () => {
    const { user, onSubmit } = openReset('#good-once')
    await user.type(screen.getByLabelText('Password'), 'short{Enter}')
    await waitFor(() => expect(errorOf('Password')).toBe('Password must be at least 6 characters long'))
    await user.type(screen.getByLabelText('Password'), 'er{Enter}')
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({ token: 'good-once', password: 'shorter' })
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('new-password')
  })
})

describe('refusals of the server', () => {
  it.each([
    [undefined, { at: {}, below: undefined }],
    [
      { field: 'email', reason: 'It is taken' },
      { at: { email: 'It is taken' }, below: undefined },
    ],
    [
      { field: 'invitation', reason: 'It was used' },
      { at: {}, below: 'It was used' },
    ],
    [
      { field: undefined, reason: 'The server is away' },
      { at: {}, below: 'The server is away' },
    ],
  ])('is shown at its place in the form: %j', (refusal, expected) => {
    expect(placed(refusal, ['email', 'username'])).toEqual(expected)
  })
})

const shownButtons = () => screen.getAllByRole<HTMLButtonElement>('button').map(({ textContent }) => textContent)

it.each([
  ['login', <LoginForm key="login" busy={false} onSubmit={() => {}} passkey="offered" onPasskey={() => {}} />],
  ['sign-up', <SignUpForm key="sign-up" busy={false} onSubmit={() => {}} />],
  ['reset', <ResetForm key="reset" busy={false} onSubmit={() => {}} />],
])('the %s form contains no empty error, and sends nothing before its script runs', (_, form) => {
  const { container } = render(form)
  expect([container.querySelector('p:empty'), document.activeElement]).toEqual([null, document.body])
  expect(container.querySelectorAll('button[type=submit]')).toHaveLength(1)
  expect(renderToString(form)).not.toContain('type="submit"')
})

it('the focus goes to the first wrong field, skipping correct ones', async () => {
  const { user } = openLogin()
  await user.type(screen.getByLabelText('Email'), 'ops@kiosk.example')
  await user.click(submit('Login'))
  await waitFor(() => expect(errorOf('Password')).toBe('Password is required'))
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
})

describe('the login form, in its other states', () => {
  type Props = Partial<Parameters<typeof LoginForm>[0]>
  const form = (props: Props) => (
    <LoginForm busy={false} onSubmit={() => {}} passkey="offered" onPasskey={() => {}} {...props} />
  )

  it('shows that a session has ended, and only then', () => {
    const { rerender } = render(form({}))
    expect(screen.queryByRole('status')).toBeNull()
    rerender(form({ hasEnded: true }))
    expect(screen.getByRole('status').textContent).toBe(
      'Your session has ended. Sign in again as the same operator to continue where you were.',
    )
  })

  it('shows why it was refused, until the next attempt', () => {
    const { rerender } = render(form({ refusal: 'Wrong password' }))
    expect(screen.getByText('Wrong password')).toBeDefined()
    rerender(form({ refusal: 'Wrong password', busy: true }))
    expect(screen.queryByText('Wrong password')).toBeNull()
    expect(submit('Sign in with a passkey').matches(':disabled')).toBe(true)
  })

  it('cancels a requested passkey', () => {
    render(form({ passkey: 'asked' }))
    expect(shownButtons()).toEqual(['', 'Login', 'Sign Up', 'Cancel waiting for your passkey'])
  })

  it('links to the sign-up page, and to help with a lost password', async () => {
    window.history.replaceState(null, '', '/login')
    render(form({}))
    expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('#forgot-password')
    await userEvent.click(submit('Sign Up'))
    expect(window.location.pathname).toBe('/sign-up')
  })

  it('keeps typed text out of the address if no script runs', () => {
    render(form({}))
    const { form: element } = screen.getByLabelText<HTMLInputElement>('Email')
    expect([element?.method, element?.noValidate]).toEqual(['post', true])
  })
})

it('the sign-up form shows below its fields why it was refused, until the next attempt', () => {
  const form = (busy: boolean) => (
    <SignUpForm busy={busy} refusal={{ field: undefined, reason: 'Sign-up is closed' }} onSubmit={() => {}} />
  )
  const { rerender } = render(form(false))
  expect(screen.getByText('Sign-up is closed')).toBeDefined()
  expect(screen.getByText(/^Already have an account/).closest('p')?.textContent).toBe('Already have an account? Login')
  const username = screen.getByLabelText('Username')
  expect([username.getAttribute('autocapitalize'), username.getAttribute('spellcheck')]).toEqual(['none', 'false'])
  rerender(form(true))
  expect(screen.queryByText('Sign-up is closed')).toBeNull()
})

it("the form that sets a password shows the server's refusal at the password, until the next attempt", () => {
  const form = (busy: boolean) => (
    <ResetForm busy={busy} refusal={{ field: 'password', reason: 'It is too common' }} onSubmit={() => {}} />
  )
  const { rerender } = render(form(false))
  expect(errorOf('Password')).toBe('It is too common')
  expect(screen.getAllByText('It is too common')).toHaveLength(1)
  rerender(form(true))
  expect(errorOf('Password')).toBeNull()
})

describe('the form of a code', () => {
  type Props = Partial<Parameters<typeof CodeForm>[0]>
  const open = (props: Props = {}) => {
    const told = vi.fn()
    const view = render(
      <CodeForm
        busy={false}
        isPasskeyFirst={false}
        onPasskey={() => told('passkey')}
        onSubmit={(code) => told('code', code)}
        onCancel={() => told('cancel')}
        {...props}
      />,
    )
    return { told, view }
  }

  it('asks for a code of the app, then offers a passkey', async () => {
    const { told } = open({ passkey: 'offered' })
    expect(shownButtons()).toEqual(['Continue', 'Use a passkey', 'Back to login'])
    const code = screen.getByLabelText<HTMLInputElement>('Code')
    expect(document.activeElement).toBe(code)
    expect([code.autocomplete, code.getAttribute('spellcheck')]).toEqual(['one-time-code', 'false'])
    await userEvent.click(submit('Use a passkey'))
    await userEvent.click(submit('Back to login'))
    await userEvent.type(code, ' 123456 {Enter}')
    expect(told.mock.calls).toEqual([['passkey'], ['cancel'], ['code', '123456']])
  })

  it('asks for a passkey first if there is no app, then for a recovery code', () => {
    open({ passkey: 'offered', isPasskeyFirst: true })
    expect(shownButtons()).toEqual(['Use a passkey', 'Continue', 'Back to login'])
    expect(screen.getByLabelText('Recovery code')).toBeDefined()
    expect(document.activeElement).toBe(submit('Use a passkey'))
  })

  it('offers no passkey if there is none', () => {
    const { view } = open()
    expect(shownButtons()).toEqual(['Continue', 'Back to login'])
    expect(view.container.querySelector('p:empty')).toBeNull()
  })

  it('requires a code, and shows why it was refused', async () => {
    const { told } = open({ refusal: 'This code is wrong' })
    expect(screen.getByText('This code is wrong')).toBeDefined()
    expect(errorOf('Code')).toBeNull()
    await userEvent.click(submit('Continue'))
    expect(errorOf('Code')).toBe('A code has at least six digits')
    expect(told).not.toHaveBeenCalled()
  })

  it('waits while a code is checked', () => {
    open({ busy: true, refusal: 'This code is wrong', passkey: 'asked' })
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Checking...',
      'Cancel waiting for your passkey',
      'Back to login',
    ])
    expect(screen.getAllByRole<HTMLButtonElement>('button').every(({ disabled }) => disabled)).toBe(true)
    expect(screen.queryByText('This code is wrong')).toBeNull()
  })
})
