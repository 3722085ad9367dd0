import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useParams } from 'wouter'
import { useEffects } from '../../effects'
import { accountEditor } from '../../machines/accounts/accountEditor.actors'
import type { EditorRef } from '../../machines/crud/editor'
import type { AccountPatch, StoredAccount } from '../../schemas/accounts/accountEdit'
import { accountPatchOf, editAccountForm, editAccountFormOf } from '../../schemas/accounts/accountForm'
import { type CredentialName, credentialNames } from '../../schemas/accounts/accounts'
import * as words from '../../schemas/accounts/accounts.words'
import { accountEditMessages } from '../../schemas/accounts/accounts.words'
import { ownId } from '../../schemas/base'
import { keyLabels } from '../../schemas/gate/keys'
import { EditForm } from '../crud/EditForm'
import { EditPage } from '../crud/EditPage'
import { changed } from '../crud/typedForm'
import { Ours } from '../shell/metaContext'
import { useScreenActor } from '../shell/screenActor'
import { ConfirmDialog } from '../ui'
import { AccountFields } from './AccountFields'
import { AccountStatus } from './AccountStatus'
import { ConnectPanel } from './ConnectPanel'
import { KeysGuide } from './KeysGuide'
import { useFilled } from './useFilled'

const AgentEditScreen = () => {
  const { accountId } = useParams()
  return <AgentEditor key={accountId} id={accountId} />
}

const AgentEditor = ({ id }: { id: string | undefined }) => {
  const editor = useScreenActor(accountEditor, { id })
  useEffects(editor)
  return (
    <EditPage
      editor={editor}
      title={words.mediaAgentDetails}
      lead={({ username }) => <bdi>{username}</bdi>}
      idMissing={accountEditMessages.idMissing}
    >
      {(account) => (
        <div className="in-order">
          <AccountStatus account={account} />
          <Ours>
            <div className="max-w-4xl">
              <ConnectPanel group="" account={{ ...account, id: ownId(account.id) }} />
            </div>
          </Ours>
          <AgentForm editor={editor} account={account} />
        </div>
      )}
    </EditPage>
  )
}

type AgentFormProps = { editor: EditorRef<StoredAccount, AccountPatch>; account: StoredAccount }

const AgentForm = ({ editor, account }: AgentFormProps) => {
  const stored = editAccountFormOf(account)
  const form = useForm({ resolver: zodResolver(editAccountForm(stored)), defaultValues: stored })
  const fields = useRef<HTMLDivElement>(null)
  const filled = useFilled(fields)
  const [asked, setAsked] = useState<{ names: CredentialName[]; save: () => void }>()
  const ask = (save: () => void) => {
    const names = credentialNames.filter((name) => name in changed(form) && filled().includes(name))
    if (names.length > 0) setAsked({ names, save })
    else save()
  }
  return (
    <>
      <EditForm editor={editor} form={form} bodyOf={accountPatchOf} ask={ask}>
        <KeysGuide form={form} />
        <div ref={fields}>
          <AccountFields form={form} editing />
        </div>
      </EditForm>
      <ConfirmDialog
        open={asked !== undefined}
        question={words.replaceStoredKeys}
        detail={words.filledByBrowser(asked?.names.map((name) => keyLabels[name]).join(', ') ?? '')}
        confirmLabel="Replace"
        onConfirm={() => {
          setAsked(undefined)
          asked?.save()
        }}
        onCancel={() => {
          setAsked(undefined)
          for (const name of asked?.names ?? []) form.resetField(name)
        }}
      />
    </>
  )
}

export default AgentEditScreen
