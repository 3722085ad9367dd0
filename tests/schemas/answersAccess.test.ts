import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../../src/schemas/contract'
import { defaultMeta } from '../../src/schemas/system'
import { readingOf } from '../support/members'

const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}T08:00:00.000Z`

const identity = { id: 2, email: 'ada@example.com', username: 'Ada', is_admin: true }
const operator = {
  ...identity,
  created_at: day(1),
  disabled_at: day(2),
  last_used_at: day(3),
  has_second_factor: false,
}
const session = {
  id: 3,
  created_at: day(4),
  last_used_at: day(5),
  address: '192.0.2.7',
  device: 'Phone',
  current: true,
}
const pass = { token: 'pass', expires_at: day(6) }
const passkey = { id: 4, label: 'Key', created_at: day(7), last_used_at: day(8), synced: true, blocked_at: day(9) }
const known = { id: 'credential', type: 'public-key', transports: ['usb', 'nfc'] }
const asked = {
  challenge: 'challenge',
  timeout: 60_000,
  rpId: 'console.example',
  allowCredentials: [known],
  userVerification: 'required',
}
const creation = {
  rp: { id: 'rp.example', name: 'Console' },
  user: { id: 'dXNlcg', name: 'ada', displayName: 'Ada L.' },
  challenge: 'made',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 30_000,
  excludeCredentials: [known],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}
const apiToken = {
  id: 5,
  name: 'Script',
  scope: 'draft',
  created_at: day(10),
  expires_at: day(11),
  last_used_at: day(12),
  last_address: '192.0.2.8',
}
const use = (used: number) => ({ used, own: used + 1, server: used + 2 })
const allowances = {
  resets_at: day(13),
  uses: { model_calls: use(10), tokens: use(20), sends: use(30), stored_bytes: use(40) },
}
const entry = { id: 6, at: day(14), action: 'group.create', subject: 'group 7', detail: 'launch' }
const meta = {
  sandbox: true,
  model_stand_in: false,
  sign_up_open: true,
  takes_expected: false,
  x_post_base_url: 'https://x.example',
  sample_posts: { mention: '21', stranger: '22' },
}

describe('an answer about operators and their rights', () => {
  it.each([
    ['login', { access_token: 'session' }],
    ['login', { challenge: 'second', factors: ['app', 'passkey'] }],
    ['answerLogin', { access_token: 'after the code' }],
    ['answerPasskeySignIn', { access_token: 'after the passkey', email: 'ada@example.com' }],
    ['startPasskeySignIn', asked],
    ['startConfirmation', asked],
    ['getMe', { ...identity, notice: 'becameAdministrator' }],
    ['listOperators', [operator]],
    ['updateOperator', operator],
    ['inviteOperator', pass],
    ['resetOperator', pass],
    ['listSessions', [session]],
    ['listPasskeys', { passkeys: [passkey], unavailable: 'no https' }],
    ['startPasskey', creation],
    ['createPasskey', { passkey, recovery_codes: ['one', 'two'] }],
    ['renamePasskey', passkey],
    ['getSecondFactor', { enrolled_at: day(15), recovery_codes: 8, confirmed_until: day(16), passkeys: 2 }],
    ['startSecondFactor', { secret: 'BASE32', address: 'otpauth://totp/a' }],
    ['enrolSecondFactor', { recovery_codes: ['three', 'four'] }],
    ['renewRecoveryCodes', { recovery_codes: ['five', 'six'] }],
    ['listApiTokens', [apiToken]],
    ['createApiToken', { ...apiToken, token: 'told once' }],
    ['getAllowances', allowances],
    ['getOperatorAllowances', allowances],
    ['setOperatorAllowances', allowances],
    ['listAudit', [entry]],
    ['listAccess', [{ ...entry, operator: 'ada@example.com' }]],
    ['getMeta', meta],
    ['loadSample', { group: 'sample', accounts: 3, characters: 4 }],
  ] as const)('of %s keeps each member, and takes no nonsense for one', (name, sample) => {
    expect(readingOf(contract[name].answer, sample)).toEqual({ kept: sample, unread: [] })
  })

  it.each([
    ['getMe', identity],
    ['listOperators', [{ ...identity, created_at: day(1), disabled_at: null, last_used_at: null }]],
    ['listSessions', [{ ...session, address: null, device: null }]],
    ['listPasskeys', { passkeys: [{ ...passkey, last_used_at: null, blocked_at: null }], unavailable: null }],
    ['startPasskeySignIn', { ...asked, allowCredentials: [{ id: 'credential', type: 'public-key' }] }],
    ['getSecondFactor', { enrolled_at: null, recovery_codes: 0, confirmed_until: null }],
    ['listApiTokens', [{ ...apiToken, scope: 'read', last_used_at: null, last_address: null }]],
    ['listAudit', [{ ...entry, subject: null, detail: null }]],
    ['listAccess', [{ ...entry, operator: null }]],
    ['getMeta', { sandbox: false, sign_up_open: true, x_post_base_url: 'http://127.0.0.1:4000' }],
  ] as const)('of %s may say that there is nothing to say', (name, sample) => {
    expect(z.parse(contract[name].answer, sample)).toEqual(sample)
  })

  it('of a login names the factors of servers that offer only one', () => {
    expect(z.parse(contract.login.answer, { challenge: 'c' })).toEqual({ challenge: 'c', factors: ['app'] })
  })

  it.each([
    ['login', { access_token: '' }],
    ['login', { challenge: '' }],
    ['login', { challenge: 'c', factors: ['sms'] }],
    ['answerLogin', { access_token: '' }],
    ['answerPasskeySignIn', { access_token: '', email: 'ada@example.com' }],
    ['getMe', { ...identity, id: 0 }],
    ['getMe', { ...identity, notice: 'other' }],
    ['startConfirmation', { ...asked, userVerification: 'preferred' }],
    ['startPasskey', { ...creation, attestation: 'direct' }],
    ['getMeta', { ...meta, x_post_base_url: 'ftp://x.example' }],
  ] as const)('of %s is not %j', (name, sample) => {
    expect(z.safeParse(contract[name].answer, sample).success).toBe(false)
  })

  it.each(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])(
    'accepts a passkey that is reached by %s',
    (transport) => {
      const sample = { ...asked, allowCredentials: [{ ...known, transports: [transport] }] }
      expect(z.parse(contract.startConfirmation.answer, sample)).toEqual(sample)
    },
  )
})

it('if a server does not mention a sandbox, the console uses the real X, with open sign-up', () => {
  expect(defaultMeta).toEqual({ sandbox: false, sign_up_open: true, x_post_base_url: 'https://x.com' })
})
