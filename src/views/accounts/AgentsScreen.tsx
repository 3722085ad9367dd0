import { useSelector } from '@xstate/react'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useEffects } from '../../effects'
import { accountResource } from '../../machines/accounts/accounts.actors'
import * as words from '../../schemas/accounts/accounts.words'
import { accountMessages } from '../../schemas/accounts/accounts.words'
import { AddButton, CreateDialog } from '../crud/CreateDialog'
import { DeleteDialog } from '../crud/DeleteDialog'
import { ListView, useList } from '../crud/ListView'
import { useCsvImport, useLogic } from '../shell/logicContext'
import { useMeta } from '../shell/metaContext'
import { useScreenActor } from '../shell/screenActor'
import { Button, buttonClass, EmptyState, PageHeader } from '../ui'
import { LazyPart } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { AgentTable } from './AgentTable'
import { ImportButton } from './ImportButton'
import { summary } from './summary'

const ImportPanel = lazy(() => import('./ImportPanel'), { warm: true })
const ConsentNotice = lazy(() => import('./ConsentNotice'))
const CreateAccountForm = lazy(() => import('./CreateAccountForm'), { warm: true })

const AgentsScreen = () => {
  const accounts = useScreenActor(accountResource)
  useEffects(accounts)
  const csvImport = useCsvImport()
  const importIdle = useSelector(csvImport, (snapshot) => snapshot.matches('idle'))
  const { items } = useList(accounts)
  const [query] = useSearchParams()
  const [consent] = useState(() => query.get('consent'))
  return (
    <>
      <PageHeader
        title="Media Agent"
        lead={items && items.length > 0 ? summary(items) : words.connectedAccounts}
        actions={
          <>
            <TemplateButton />
            <ImportButton />
            <AddButton resource={accounts}>{words.addMediaAgent}</AddButton>
          </>
        }
      />
      {importIdle ? null : (
        <LazyPart>
          <ImportPanel />
        </LazyPart>
      )}
      {consent ? (
        <LazyPart>
          <ConsentNotice id={consent} />
        </LazyPart>
      ) : null}
      <ListView
        resource={accounts}
        empty={
          <EmptyState title={null} framed={false} actions={<SandboxAccounts />}>
            {words.noAccounts}
          </EmptyState>
        }
      >
        {(list) => <AgentTable accounts={accounts} items={list} aside={list.length > 0 ? <SandboxAccounts /> : null} />}
      </ListView>
      <CreateDialog resource={accounts} title={words.createMediaAgent}>
        {(form) => <CreateAccountForm {...form} />}
      </CreateDialog>
      <DeleteDialog
        resource={accounts}
        question={accountMessages.confirmDelete}
        detail={({ username }) => words.deletion(username)}
      />
    </>
  )
}

const TemplateButton = () => {
  const { downloads } = useLogic()
  return (
    <Button tone="quiet" icon={Download} onClick={() => downloads.csvTemplate()} className="max-sm:order-last">
      CSV template
    </Button>
  )
}

const SandboxAccounts = () => {
  const { sandbox } = useMeta()
  const { addressOf } = useLogic()
  return sandbox ? (
    <a
      data-sandbox
      href={addressOf('/sandbox/accounts.csv?count=12')}
      download="sandbox-accounts.csv"
      className={buttonClass({ tone: 'quiet' })}
    >
      <Download aria-hidden="true" className="size-4 shrink-0" />
      Sandbox accounts
    </a>
  ) : null
}

export default AgentsScreen
