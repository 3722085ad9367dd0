import { webcrypto } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Draft } from '../../src/schemas/composer/draft'
import { createDraftStore } from '../../src/services/storage/draftStore'
import { createOperatorStore } from '../../src/services/storage/operatorStore'
import { emptyDraft } from '../machines/samples'

beforeEach(() => localStorage.clear())

const draftOf = (role_id: string): Draft => ({ ...emptyDraft, form: { ...emptyDraft.form, role_id } })

it('gives each operator of one browser their own draft, and the same one when they return', async () => {
  const operators = createOperatorStore(localStorage, webcrypto.subtle)
  const drafts = createDraftStore(localStorage, operators.current)
  await operators.remember('ada@example.org')
  drafts.load()
  drafts.save(draftOf('1'))
  await operators.remember('eve@example.org')
  expect(drafts.load()).toBeUndefined()
  drafts.save(draftOf('2'))
  await operators.remember(' Ada@Example.org')
  expect(drafts.load()).toEqual(draftOf('1'))
})

it('saves to its own place, even if somebody else signs in in another tab', async () => {
  const operators = createOperatorStore(localStorage, webcrypto.subtle)
  const ada = createDraftStore(localStorage, operators.current)
  await operators.remember('ada@example.org')
  ada.load()
  await operators.remember('eve@example.org')
  ada.save(draftOf('1'))
  expect(createDraftStore(localStorage, operators.current).load()).toBeUndefined()
})

it('keeps no address', async () => {
  await createOperatorStore(localStorage, webcrypto.subtle).remember('ada@example.org')
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/ada|example/)
})

it('treats all operators alike if the browser cannot hash', async () => {
  const operators = createOperatorStore(localStorage, undefined)
  await operators.remember('ada@example.org')
  expect(operators.current()).toBe('')
})
