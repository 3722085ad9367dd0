import { describe, expect, it } from 'vitest'
import { passkeysMachine } from '../../../src/machines/security/passkeys'
import { run } from '../../support/run'
import { refusal } from '../samples'
import { creation } from './operatorModels'

const services = ['load', 'prepare', 'ask', 'store', 'rename', 'remove'] as const
const credential = { id: 'made', rawId: 'made', type: 'public-key', response: {} }

const shown = async () => {
  const passkeys = run(passkeysMachine, { services })
  await passkeys.last('load').answer({ list: { passkeys: [], unavailable: null } })
  return passkeys
}

describe('a passkey', () => {
  it('is created by the server, the device and the server again, with no more data than needed', async () => {
    const passkeys = await shown()
    passkeys.send({ type: 'passkey.add', label: 'Blue laptop', current_password: 'secret' })
    expect(passkeys.last('prepare').input).toEqual({ current_password: 'secret' })
    await passkeys.last('prepare').answer(creation)
    expect([passkeys.state(), passkeys.last('ask').input]).toEqual(['asking', creation])
    await passkeys.last('ask').answer(credential)
    expect([passkeys.context().options, passkeys.last('store').input]).toEqual([
      undefined,
      { label: 'Blue laptop', credential },
    ])
    await passkeys.last('store').answer({ recovery_codes: ['AAAA', 'BBBB'] })
    expect([passkeys.state(), passkeys.context().credential, passkeys.context().codes]).toEqual([
      'codesShown',
      undefined,
      ['AAAA', 'BBBB'],
    ])
    expect(JSON.stringify(passkeys.actor.getPersistedSnapshot())).not.toContain('secret')
    passkeys.send({ type: 'codes.saved' })
    expect([passkeys.state(), passkeys.context().codes]).toEqual(['loading', undefined])
  })

  it.each(['prepare', 'ask', 'store'] as const)(
    'whose %s fails is not made, and the form says why',
    async (failing) => {
      const passkeys = await shown()
      passkeys.send({ type: 'passkey.add', label: 'Blue laptop' })
      for (const [name, answer] of [
        ['prepare', creation],
        ['ask', credential],
        ['store', { recovery_codes: [] }],
      ] as const) {
        if (name === failing) break
        await passkeys.last(name).answer(answer)
      }
      await passkeys.last(failing).fail(refusal)
      expect([passkeys.state(), passkeys.context().refusal, passkeys.told]).toEqual(['shown', refusal.detail, []])
      passkeys.send({ type: 'passkey.add', label: 'Blue laptop' })
      expect(passkeys.context().refusal).toBeUndefined()
    },
  )

  it('can be cancelled while server or device work, but not while it is stored', async () => {
    const passkeys = await shown()
    passkeys.send({ type: 'passkey.add', label: 'Blue laptop' })
    passkeys.send({ type: 'passkey.cancel' })
    expect(passkeys.state()).toBe('shown')
    passkeys.send({ type: 'passkey.add', label: 'Blue laptop' })
    await passkeys.last('prepare').answer(creation)
    passkeys.send({ type: 'passkey.cancel' })
    expect([passkeys.state(), passkeys.context().options, passkeys.context().refusal]).toEqual([
      'shown',
      undefined,
      undefined,
    ])
    passkeys.send({ type: 'passkey.add', label: 'Blue laptop' })
    await passkeys.last('prepare').answer(creation)
    await passkeys.last('ask').answer(credential)
    passkeys.send({ type: 'passkey.cancel' })
    expect(passkeys.state()).toBe('storing')
  })
})
