import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AccountForm } from '../../schemas/accounts/accountForm'
import * as words from '../../schemas/accounts/accounts.words'
import { keysIn } from '../../schemas/gate/keyBlock'
import { keyFields } from '../../schemas/gate/keys'
import { Button, Field, TextArea } from '../ui'

export const KeysGuide = ({ form }: { form: UseFormReturn<AccountForm> }) => {
  const [outcome, setOutcome] = useState('')
  const take = (block: string) => {
    const keys = keysIn(block)
    const found = keyFields.filter((name) => keys[name] !== undefined)
    for (const name of found) form.setValue(name, keys[name] ?? '', { shouldDirty: true, shouldValidate: true })
    setOutcome(found.length === 0 ? words.noKeysFound : words.keysFilledIn(found.length))
  }
  return (
    <details className="mb-5 rounded-lg border border-line px-4 py-3 text-sm">
      <summary className="cursor-pointer font-semibold">{words.whereKeysAre}</summary>
      <ol className="my-3 grid list-decimal gap-1.5 pl-5 text-ink-2">
        <li>{words.useYourOwnApp}</li>
        <li>
          <b>User authentication settings</b>
          {words.appPermissions} <b>Read and write</b>
          {words.oldTokens}
        </li>
        <li>
          <b>Keys and tokens, Consumer Keys</b>
          {words.apiKeys}
        </li>
        <li>
          <b>Keys and tokens, Authentication Tokens</b>
          {words.accessTokens}
        </li>
        <li>
          <b>OAuth 2.0 Client ID and Client Secret</b>: Client ID, Client Secret.
        </li>
      </ol>
      <Paste onTake={take} />
      <p role="status" className="mt-2">
        {outcome}
      </p>
    </details>
  )
}

const Paste = ({ onTake }: { onTake: (block: string) => void }) => {
  const [block, setBlock] = useState('')
  return (
    <>
      <Field label={words.pasteKeys}>
        <TextArea
          rows={3}
          value={block}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => setBlock(value)}
        />
      </Field>
      <Button
        size="sm"
        className="mt-2"
        disabled={block.trim() === ''}
        onClick={() => {
          onTake(block)
          setBlock('')
        }}
      >
        Fill in
      </Button>
    </>
  )
}
