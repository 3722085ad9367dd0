import { apiTokensMachine } from '../../../src/machines/security/apiTokens'
import { operatorsMachine } from '../../../src/machines/security/operators'
import { ownAccountMachine } from '../../../src/machines/security/ownAccount'
import { passkeysMachine } from '../../../src/machines/security/passkeys'
import { secondFactorMachine } from '../../../src/machines/security/secondFactor'
import { allowancesMachine } from '../../../src/machines/usage/allowances'
import type { ApiToken } from '../../../src/schemas/security/apiTokens'
import type { Grant, OperatorEntry, SessionEntry } from '../../../src/schemas/security/operators'
import type { CreationOptions, Passkey, PasskeyAttestation } from '../../../src/schemas/security/passkeys'
import type { Allowances } from '../../../src/schemas/usage/allowances'
import { defineModel } from '../../support/machineModel'
import { failures, lostAnswer, refusal } from '../samples'

const me = { id: 1, email: 'ada@example.org', username: 'ada', is_admin: true }
const at = '2026-05-01T09:00:00.000Z'
const session = (id: number, current: boolean): SessionEntry => ({
  id,
  created_at: at,
  last_used_at: `2026-05-0${id}T10:00:00.000Z`,
  address: `192.0.2.${id}`,
  device: null,
  current,
})

export const ownAccount = defineModel({
  name: 'ownAccount',
  machine: ownAccountMachine,
  events: {
    'page.reload': [{ type: 'page.reload' }],
    'notice.dismiss': [{ type: 'notice.dismiss' }],
    'password.change': [
      { type: 'password.change', body: { current_password: 'secret one', new_password: 'secret two' } },
    ],
    'session.end': [{ type: 'session.end', id: 2 }],
    'others.end': [{ type: 'others.end' }],
  },
  answers: {
    load: {
      done: [
        { account: { me, sessions: [session(1, true), session(2, false), session(3, false)] } },
        { account: { me, sessions: [session(1, true)] } },
        { account: undefined },
      ],
      error: [refusal],
    },
    dismissNotice: { done: [undefined], error: failures },
    changePassword: { done: [undefined], error: failures },
    endSession: { done: [undefined], error: failures },
    endOthers: { done: [undefined], error: failures },
    back: { done: [undefined] },
  },
  remembers: ({ account, refusal: words }) => ({ known: account !== undefined, refused: words !== undefined }),
})

const operator = (id: number, disabled_at: string | null): OperatorEntry => ({
  id,
  email: `operator${id}@example.org`,
  username: `operator${id}`,
  is_admin: false,
  created_at: at,
  disabled_at,
  last_used_at: null,
})
const [bob, eve] = [operator(2, null), operator(3, at)]
const grant: Grant = {
  id: 4,
  purpose: 'reset',
  name: null,
  email: bob.email,
  issued_by: eve.email,
  created_at: at,
  expires_at: at,
}

export const operators = defineModel({
  name: 'operators',
  machine: operatorsMachine,
  events: {
    'list.reload': [{ type: 'list.reload' }],
    'operator.invite': [{ type: 'operator.invite' }],
    'password.reset': [{ type: 'password.reset', operator: bob }],
    'offer.close': [{ type: 'offer.close' }],
    'page.discard': [{ type: 'page.discard' }],
    'operator.disable': [{ type: 'operator.disable', operator: bob }],
    'operator.enable': [{ type: 'operator.enable', operator: eve }],
    'administrator.name': [{ type: 'administrator.name', operator: bob }],
    'administrator.remove': [{ type: 'administrator.remove', operator: { ...bob, is_admin: true } }],
    'grant.end': [{ type: 'grant.end', grant }],
    'tokens.changed': [{ type: 'tokens.changed' }],
    'factor.request': [{ type: 'factor.request', operator: { ...bob, has_second_factor: true } }],
    'factor.confirm': [{ type: 'factor.confirm' }],
    'factor.cancel': [{ type: 'factor.cancel' }],
    'delete.request': [
      { type: 'delete.request', operator: eve },
      { type: 'delete.request', operator: { ...bob, disabled_at: at } },
    ],
    'delete.confirm': [{ type: 'delete.confirm' }],
    'delete.cancel': [{ type: 'delete.cancel' }],
  },
  answers: {
    load: {
      done: [
        { operators: [bob, eve], grants: [grant] },
        { operators: [bob], grants: undefined },
      ],
      error: [refusal],
    },
    invite: { done: [{ pass: { token: 'invitation', expires_at: at }, operator: undefined }], error: failures },
    reset: { done: [{ pass: { token: 'reset', expires_at: at }, operator: bob }], error: failures },
    disable: { done: [undefined], error: failures },
    enable: { done: [undefined], error: failures },
    nameAdministrator: { done: [undefined], error: failures },
    removeAdministrator: { done: [undefined], error: failures },
    endGrant: { done: [undefined], error: failures },
    takeFactor: { done: [undefined], error: failures },
    delete: { done: [undefined], error: failures },
    back: { done: [undefined] },
  },
  remembers: ({ operators: known, grants, offer, asked }) => ({
    known: known !== undefined,
    granted: grants !== undefined,
    offered: offer ? (offer.operator?.email ?? 'an invitation') : false,
    asked: asked?.email ?? false,
  }),
})

const factor = (enrolled_at: string | null, confirmed_until: string | null) => ({
  factor: { enrolled_at, recovery_codes: 7, confirmed_until },
})

const wrongCode = { status: 422, detail: 'This code is wrong' }
const onAlready = { status: 409, detail: 'It is on already' }

export const secondFactor = defineModel({
  name: 'secondFactor',
  machine: secondFactorMachine,
  waits: { confirmation: 10_000 },
  events: {
    'page.reload': [{ type: 'page.reload' }],
    'factor.start': [{ type: 'factor.start', current_password: 'secret one' }],
    'factor.enrol': [{ type: 'factor.enrol', code: '111111' }],
    'factor.cancel': [{ type: 'factor.cancel' }],
    'factor.confirm': [{ type: 'factor.confirm', code: '222222' }],
    'factor.confirmByPassword': [{ type: 'factor.confirmByPassword', current_password: 'secret two' }],
    'factor.confirmByPasskey': [{ type: 'factor.confirmByPasskey' }],
    'remove.request': [{ type: 'remove.request' }],
    'remove.confirm': [{ type: 'remove.confirm' }],
    'remove.cancel': [{ type: 'remove.cancel' }],
    'renew.request': [{ type: 'renew.request' }],
    'renew.confirm': [{ type: 'renew.confirm' }],
    'renew.cancel': [{ type: 'renew.cancel' }],
    'codes.saved': [{ type: 'codes.saved' }],
    'page.discard': [{ type: 'page.discard' }],
  },
  answers: {
    load: { done: [factor(null, null), factor(at, null), factor(at, at), { factor: undefined }], error: [refusal] },
    start: { done: [{ secret: 'KEY', address: 'otpauth://totp/x' }], error: failures },
    enrol: { done: [{ recovery_codes: ['AAAA', 'BBBB'] }], error: [wrongCode, lostAnswer, onAlready] },
    confirm: { done: [undefined], error: failures },
    confirmByPasskey: { done: [undefined], error: failures },
    remove: { done: [undefined], error: failures },
    renew: { done: [{ recovery_codes: ['CCCC', 'DDDD'] }], error: failures },
    back: { done: [undefined] },
  },
  remembers: ({ factor: known, enrolment, codes, refusal: words, tried }) => ({
    tried,
    on: known?.enrolled_at ?? false,
    confirmed: typeof known?.confirmed_until === 'string',
    enrolling: enrolment !== undefined,
    codes: codes?.join() ?? '',
    refused: words !== undefined,
  }),
})

const passkey = (id: number): Passkey => ({
  id,
  label: `Device ${id}`,
  created_at: at,
  last_used_at: null,
  synced: id === 1,
  blocked_at: id === 2 ? at : null,
})

export const creation: CreationOptions = {
  rp: { id: 'console.example', name: 'Console' },
  user: { id: 'handle', name: 'ada@example.org', displayName: 'ada@example.org' },
  challenge: 'askedfor',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 1000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}

const attestation: PasskeyAttestation = {
  id: 'credential',
  rawId: 'credential',
  type: 'public-key',
  response: { clientDataJSON: 'said', attestationObject: 'attested' },
}

export const passkeys = defineModel({
  name: 'passkeys',
  machine: passkeysMachine,
  events: {
    'page.reload': [{ type: 'page.reload' }],
    'passkey.add': [
      { type: 'passkey.add', label: 'Device 3', current_password: 'secret one' },
      { type: 'passkey.add', label: 'Device 4' },
    ],
    'passkey.cancel': [{ type: 'passkey.cancel' }],
    'rename.request': [{ type: 'rename.request', passkey: passkey(1) }],
    'rename.confirm': [{ type: 'rename.confirm', label: 'Device 5' }],
    'rename.cancel': [{ type: 'rename.cancel' }],
    'remove.request': [{ type: 'remove.request', passkey: passkey(2) }],
    'remove.confirm': [{ type: 'remove.confirm' }],
    'remove.cancel': [{ type: 'remove.cancel' }],
    'codes.saved': [{ type: 'codes.saved' }],
    'page.discard': [{ type: 'page.discard' }],
  },
  answers: {
    load: {
      done: [
        { list: { passkeys: [], unavailable: null } },
        { list: { passkeys: [passkey(1), passkey(2)], unavailable: null } },
        { list: { passkeys: [], unavailable: 'Passkeys take a name' } },
        { list: undefined },
      ],
      error: [refusal],
    },
    prepare: { done: [creation], error: failures },
    ask: { done: [attestation], error: failures },
    store: { done: [{ recovery_codes: [] }, { recovery_codes: ['EEEE', 'FFFF'] }], error: failures },
    rename: { done: [undefined], error: failures },
    remove: { done: [undefined], error: failures },
    back: { done: [undefined] },
  },
  remembers: ({ list, codes, refusal: words, chosen }) => ({
    known: list === undefined ? false : `${list.passkeys.length} ${list.unavailable}`,
    codes: codes?.join() ?? '',
    refused: words !== undefined,
    chosen: chosen?.label ?? false,
  }),
})

const apiToken = (id: number): ApiToken => ({
  id,
  name: `Script ${id}`,
  scope: id === 1 ? 'read' : 'draft',
  created_at: at,
  expires_at: `2026-06-0${id}T10:00:00.000Z`,
  last_used_at: null,
  last_address: null,
})

export const apiTokens = defineModel({
  name: 'apiTokens',
  machine: apiTokensMachine,
  events: {
    'page.reload': [{ type: 'page.reload' }],
    'token.make': [{ type: 'token.make', body: { name: 'Script 3', scope: 'draft', days: 7 } }],
    'token.stored': [{ type: 'token.stored' }],
    'page.discard': [{ type: 'page.discard' }],
    'end.request': [{ type: 'end.request', ending: apiToken(1) }],
    'end.confirm': [{ type: 'end.confirm' }],
    'end.cancel': [{ type: 'end.cancel' }],
  },
  answers: {
    load: { done: [{ tokens: [] }, { tokens: [apiToken(1), apiToken(2)] }, { tokens: undefined }], error: [refusal] },
    make: { done: [{ ...apiToken(3), token: 'acb_secret' }], error: failures },
    end: { done: [undefined], error: failures },
    back: { done: [undefined] },
  },
  remembers: ({ tokens, made, refusal: words, ending }) => ({
    tokens: String(tokens?.length),
    made: made !== undefined,
    refused: words !== undefined,
    ending: ending !== undefined,
  }),
})

const allowed = (used: number): Allowances => ({
  resets_at: at,
  uses: {
    model_calls: { used, own: used + 3, server: null },
    tokens: { used: used + 1, own: null, server: used + 4 },
    sends: { used: used + 2, own: null, server: null },
    stored_bytes: { used: used + 5, own: used + 6, server: used + 7 },
  },
})

export const allowances = defineModel({
  name: 'allowances',
  machine: allowancesMachine,
  events: {
    'allowances.open': [
      { type: 'allowances.open', operator: bob },
      { type: 'allowances.open', operator: eve },
    ],
    'page.reload': [{ type: 'page.reload' }],
    'allowances.save': [
      { type: 'allowances.save', own: { model_calls: 7, tokens: null, sends: 0, stored_bytes: 1_000_000 } },
      { type: 'allowances.save', own: { model_calls: null, tokens: 8, sends: null, stored_bytes: null } },
    ],
    'allowances.close': [{ type: 'allowances.close' }],
  },
  answers: {
    load: { done: [{ allowances: allowed(10) }, { allowances: allowed(20) }], error: [refusal] },
    save: { done: [undefined], error: failures },
    back: { done: [undefined] },
  },
  remembers: ({ operator, allowances: known }) => ({
    of: operator?.email ?? false,
    known: String(known?.uses.model_calls.used),
  }),
})
