import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AccountForm } from '../../schemas/accountForm'
import { keysIn } from '../../schemas/gate/keyBlock'
import { keyFields } from '../../schemas/gate/keys'
import { Button, counted, Field, TextArea } from '../ui'

/** Where X shows the six keys, by its own labels, and a field that takes them all at once. */
export const KeysGuide = ({ form }: { form: UseFormReturn<AccountForm> }) => {
  const [told, setTold] = useState('')
  const take = (block: string) => {
    const keys = keysIn(block)
    const found = keyFields.filter((name) => keys[name] !== undefined)
    for (const name of found) form.setValue(name, keys[name] ?? '', { shouldDirty: true, shouldValidate: true })
    setTold(
      found.length === 0
        ? 'No key was found in it.'
        : `Filled in: ${counted(found.length, 'field')}. Check ${found.length === 1 ? 'it' : 'them'} before you save.`,
    )
  }
  return (
    <details className="mb-5 rounded-lg border border-line px-4 py-3 text-sm">
      <summary className="cursor-pointer font-semibold">Where X shows these keys, and how to paste them all</summary>
      <ol className="my-3 grid list-decimal gap-1.5 pl-5 text-ink-2">
        <li>
          Open your own app on X’s developer site. Do not ask others for the keys of theirs: X forbids it, and wants one
          app for one use.
        </li>
        <li>
          <b>User authentication settings</b>: App permissions <b>Read and write</b>. Tokens that were made before keep
          the old permission: make new ones.
        </li>
        <li>
          <b>Keys and tokens, Consumer Keys</b>: API Key and API Key Secret. Here: API Key, API Secret.
        </li>
        <li>
          <b>Keys and tokens, Authentication Tokens</b>: Access Token and Access Token Secret, of the account that owns
          the app. Other accounts are connected with X’s page above.
        </li>
        <li>
          <b>OAuth 2.0 Client ID and Client Secret</b>: Client ID, Client Secret.
        </li>
      </ol>
      <Paste onTake={take} />
      <p role="status" className="mt-2">
        {told}
      </p>
    </details>
  )
}

const Paste = ({ onTake }: { onTake: (block: string) => void }) => {
  const [block, setBlock] = useState('')
  return (
    <>
      <Field label="Paste KEY=value lines or JSON">
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
