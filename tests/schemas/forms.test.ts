import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  accountPatchOf,
  editAccountForm,
  editAccountFormOf,
  emptyAccountForm,
  newAccountForm,
} from '../../src/schemas/accounts/accountForm'
import {
  changedRoleBody,
  emptyRoleForm,
  type RoleForm,
  roleBodyOf,
  roleForm,
  roleFormOf,
} from '../../src/schemas/characters/roleForm'
import { groupBody } from '../../src/schemas/groups/groups'

const messagesOf = (schema: z.core.$ZodType, value: unknown): string[] =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? []

const filled: RoleForm = {
  ...emptyRoleForm,
  name: 'Mara',
  model_name: 'gpt-4o-mini',
  category: 'Humour',
  system_prompt: 'Be dry.',
  background_story: 'Raised in a cafe.',
  version: '1',
  language: 'English',
}

describe('the AI character form', () => {
  it('asks for the seven required fields by name', () => {
    expect(messagesOf(roleForm, emptyRoleForm).sort()).toEqual([
      'Background Story is required',
      'Category is required',
      'Language is required',
      'Model name is required',
      'Name is required',
      'System Prompt is required',
      'Version is required',
    ])
  })

  it('needs nothing else', () => {
    expect(messagesOf(roleForm, filled)).toEqual([])
  })

  it('splits lists at commas, trims the parts and drops empty ones', () => {
    const body = roleBodyOf({ ...filled, personality_traits: ' dry , ,warm,', instruction_set: ',' })
    expect(body.personality_traits).toEqual(['dry', 'warm'])
    expect(body.instruction_set).toEqual([])
  })

  it('reads JSON fields as objects, and a blank field as an empty object', () => {
    const body = roleBodyOf({ ...filled, knowledge_base: '{"shop": {"opens": 9}}', example_conversations: ' ' })
    expect(body.knowledge_base).toEqual({ shop: { opens: 9 } })
    expect(body.example_conversations).toEqual({})
  })

  it('refuses JSON fields that contain no object', () => {
    expect(() => roleBodyOf({ ...filled, knowledge_base: '{"shop"' })).toThrow(SyntaxError)
    expect(() => roleBodyOf({ ...filled, example_conversations: '[]' })).toThrow(TypeError)
  })

  it('reports at the field if its JSON is larger than 64 KB, however it is indented', () => {
    const wide = JSON.stringify({ text: 'k'.repeat(64 * 1024) })
    const indented = JSON.stringify({ list: Array.from({ length: 12_000 }, () => 7) }, null, 8)
    const issues = z.safeParse(roleForm, {
      ...filled,
      knowledge_base: wide,
      example_conversations: indented,
      instruction_set: 'k'.repeat(64 * 1024),
      personality_traits: '{"shop"',
    }).error?.issues
    expect(issues?.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['instruction_set', 'At most 64 KB'],
      ['knowledge_base', 'At most 64 KB'],
    ])
  })

  it('shows lists on one line and objects as indented text, empty ones as nothing', () => {
    const body = roleBodyOf({ ...filled, personality_traits: 'dry, warm', knowledge_base: '{"a":1}' })
    const { personality_traits, instruction_set, knowledge_base, example_conversations } = roleFormOf({
      id: 7,
      ...body,
    })
    expect([personality_traits, instruction_set]).toEqual(['dry, warm', ''])
    expect([knowledge_base, example_conversations]).toEqual(['{\n  "a": 1\n}', ''])
    expect(roleFormOf({ id: 7, ...body })).not.toHaveProperty('id')
  })

  it('starts with eleven empty text fields, and with thinking off', () => {
    expect([Object.keys(emptyRoleForm).length, ...new Set(Object.values(emptyRoleForm))]).toEqual([12, '', 'off'])
  })

  it('returns the stored character unchanged', () => {
    const body = roleBodyOf({ ...filled, personality_traits: 'dry, warm', knowledge_base: '{"a":1}' })
    expect(roleBodyOf(roleFormOf({ id: 7, ...body }))).toEqual(body)
  })

  it('sends only changed fields of a stored record, and reads no others', () => {
    const stored = {
      ...roleBodyOf(filled),
      personality_traits: ['dry, but warm', 'patient'],
      instruction_set: ['Short, please'],
      knowledge_base: { shop: { opens: 9 } },
    }
    expect(changedRoleBody({ id: 7, ...stored }, {})).toEqual(stored)
    expect(changedRoleBody({ id: 7, ...stored }, { name: 'Ines', instruction_set: 'Long, please' })).toEqual({
      ...stored,
      name: 'Ines',
      instruction_set: ['Long', 'please'],
    })
    expect(() => changedRoleBody({ id: 7, ...stored }, { knowledge_base: '{"shop"' })).toThrow(SyntaxError)
  })
})

describe('the media agent forms', () => {
  it('require all eight fields of a new media agent', () => {
    expect(messagesOf(newAccountForm, emptyAccountForm)).toEqual([
      'Username is required',
      'Client ID is required',
      'Client Secret is required',
      'API Key is required',
      'API Secret is required',
      'Access Token is required',
      'Access Token Secret is required',
      'Group is required',
    ])
  })

  const stored = {
    id: 3,
    username: '@brewlab',
    group: 'launch',
    is_active: true,
    created_at: '2026-01-01T00:00:00.000Z',
  }

  it('leave blank credentials and unchanged fields out of the change', () => {
    expect(accountPatchOf({ api_key: 'new', access_token: ' ', group: 'retail' })).toEqual({
      api_key: 'new',
      group: 'retail',
    })
    expect(accountPatchOf({ api_secret: 'newer' })).toEqual({ api_secret: 'newer' })
    expect(accountPatchOf({})).toEqual({})
  })

  it('limit each field of a stored media agent as the server does, and require none', () => {
    const told = (changes: object) => messagesOf(editAccountForm(emptyAccountForm), { ...emptyAccountForm, ...changes })
    expect(told({})).toEqual([])
    const limits = { group: 100, client_id: 4096, client_secret: 4096, api_key: 4096, api_secret: 4096 }
    for (const [field, most] of Object.entries({ ...limits, access_token: 4096, access_token_secret: 4096 })) {
      const both = [told({ [field]: 'x'.repeat(most) }), told({ [field]: 'x'.repeat(most + 1) })]
      expect([field, ...both]).toEqual([field, [], [`At most ${most} characters`]])
    }
  })

  it('leave a blank name out of the change, but nothing that was typed', () => {
    const form = {
      ...{ username: ' ', client_id: 'ci', client_secret: 'cs', api_key: 'ak', api_secret: 'as', access_token: 'at' },
      ...{ access_token_secret: 'ats', group: 'g' },
    }
    const { username: _, ...written } = form
    expect(accountPatchOf(form)).toEqual(written)
  })

  it('show each credential of a provider in its own field', () => {
    const credentials = {
      ...{ client_id: 'ci', client_secret: 'cs', api_key: 'ak', api_secret: 'as', access_token: 'at' },
      access_token_secret: 'ats',
    }
    expect(editAccountFormOf({ ...stored, ...credentials })).toEqual({
      ...credentials,
      username: '@brewlab',
      group: 'launch',
    })
  })

  it('remove the group when none is chosen', () => {
    expect(accountPatchOf({ username: '@brewlab', group: '' })).toEqual({ username: '@brewlab', group: '' })
  })

  it('show credentials that another provider returned', () => {
    expect(editAccountFormOf({ ...stored, group: null, api_key: 'k', api_secret: null })).toEqual({
      ...emptyAccountForm,
      username: '@brewlab',
      api_key: 'k',
    })
  })
})

describe('the group form', () => {
  it('requires name and description', () => {
    expect(messagesOf(groupBody, { name: ' ', description: '' })).toEqual([
      'Name is required',
      'Description is required',
    ])
  })
})
