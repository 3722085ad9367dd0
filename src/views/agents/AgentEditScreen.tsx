import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useParams } from 'wouter'
import { accountEditor } from '../../actors/accountEditor'
import { useEffects } from '../../effects'
import type { EditorRef } from '../../machines/editor'
import { type AccountPatch, accountEditMessages, type StoredAccount } from '../../schemas/accountEdit'
import { accountPatchOf, editAccountForm, editAccountFormOf } from '../../schemas/accountForm'
import { EditForm } from '../crud/EditForm'
import { EditPage } from '../crud/EditPage'
import { useScreenActor } from '../screenActor'
import { AccountFields } from './AccountFields'
import { AccountStatus } from './AccountStatus'
import { ConnectPanel } from './ConnectPanel'
import { KeysGuide } from './KeysGuide'

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
      title="Media Agent Details"
      lead={({ username }) => username}
      idMissing={accountEditMessages.idMissing}
    >
      {(account) => (
        <>
          <AccountStatus account={account} />
          <div className="max-w-4xl">
            <ConnectPanel group="" account={account} />
          </div>
          <AgentForm editor={editor} account={account} />
        </>
      )}
    </EditPage>
  )
}

type AgentFormProps = { editor: EditorRef<StoredAccount, AccountPatch>; account: StoredAccount }

const AgentForm = ({ editor, account }: AgentFormProps) => {
  const stored = editAccountFormOf(account)
  const form = useForm({ resolver: zodResolver(editAccountForm(stored)), defaultValues: stored })
  return (
    <EditForm editor={editor} form={form} bodyOf={accountPatchOf}>
      <KeysGuide form={form} />
      <AccountFields form={form} editing />
    </EditForm>
  )
}

export default AgentEditScreen
