import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { emptyAccountForm } from '../../../src/schemas/accounts/accountForm'
import AppGuide from '../../../src/views/accounts/AppGuide'
import { KeysGuide } from '../../../src/views/accounts/KeysGuide'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (name: string) => userEvent.click(button(name))
it('the steps to an app on X are explained, with the callback and the button’s name', () => {
  render(<AppGuide callback="https://desk.example/callback" action="Connect again" />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Create an app on X’s developer console. One app is enough for all accounts.',
    'In its User authentication settings, choose Read and write and Web App, Automated App or Bot, and enter this callback exactly: https://desk.example/callback',
    'Copy the OAuth 2.0 Client ID and Client Secret, which X shows only once. Set them on this server as X_CLIENT_ID and X_CLIENT_SECRET, and restart the server.',
    'Return to this page and press Connect again. X asks the account that is logged in on X. Tick the box Sensitive permissions requested on X’s page.',
  ])
})

describe('pasted lines with keys', () => {
  const Guide = () => {
    const form = useForm({ defaultValues: emptyAccountForm })
    const { api_key, api_secret } = form.watch()
    return (
      <>
        <input {...form.register('api_key', { required: 'It is missing' })} />
        <button type="button" onClick={() => form.trigger()}>
          {form.formState.errors.api_key?.message ?? 'All is there'}
        </button>
        <KeysGuide form={form} />
        <output>{`${api_key}, ${api_secret}, ${form.formState.isDirty}`}</output>
      </>
    )
  }
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Paste KEY=value lines or JSON')
  const told = () => document.querySelector('p[role=status]')?.textContent
  const paste = async (block: string) => {
    await userEvent.click(field())
    await userEvent.paste(block)
    await click('Fill in')
  }

  it('fill the named fields, show how many, and disappear', async () => {
    render(<Guide />)
    expect([told(), button('Fill in').disabled]).toEqual(['', true])
    await click('All is there')
    await screen.findByRole('button', { name: 'It is missing' })
    await userEvent.type(field(), '  ')
    expect(button('Fill in').disabled).toBe(true)
    await paste('of no use')
    expect([told(), field().value, button('Fill in').disabled]).toEqual(['The pasted text contains no keys.', '', true])
    await paste('API_KEY=first')
    expect([told(), document.querySelector('output')?.textContent]).toEqual([
      '1 field filled in. Check the value before you save.',
      'first, , true',
    ])
    await screen.findByRole('button', { name: 'All is there' })
    await paste('API_KEY=second\nAPI_SECRET=third')
    expect([told(), document.querySelector('output')?.textContent]).toEqual([
      '2 fields filled in. Check the values before you save.',
      'second, third, true',
    ])
  })
})
