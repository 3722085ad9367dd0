import { zodResolver } from '@hookform/resolvers/zod'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import { useEffects, useEmitted } from '../../effects'
import type { ApiTokensRef } from '../../machines/security/apiTokens'
import { apiTokens } from '../../machines/security/apiTokens.actors'
import { type ApiToken, type ApiTokenBody, apiTokenBody, type NewApiToken } from '../../schemas/security/apiTokens'
import * as words from '../../schemas/security/security.words'
import { useScreenActor } from '../shell/screenActor'
import { Button, Card, ConfirmDialog, FailedState, Field, Input, Select, Time } from '../ui'
import { CopyButton } from '../ui/CopyButton'
import { useCloseWarning } from '../ui/forms/closeWarning'
import { Coming } from '../ui/states/Coming'

const ApiTokens = () => {
  const flow = useScreenActor(apiTokens)
  useEffects(flow)
  const { tokens, made, ending } = useSelector(flow, ({ context }) => context)
  const isFailed = useSelector(flow, (snapshot) => snapshot.matches('failed'))
  const isEnding = useSelector(flow, (snapshot) => snapshot.matches('ending'))
  const isAsked = useSelector(flow, (snapshot) => snapshot.matches('confirmingEnd') || snapshot.matches('ending'))
  const isLoading = useSelector(flow, (snapshot) => snapshot.matches('loading'))
  if (isFailed) return <FailedState onRetry={() => flow.send({ type: 'page.reload' })} />
  if (!tokens) return isLoading ? <Coming /> : null
  return (
    <section aria-labelledby="api-tokens-heading">
      <h2 id="api-tokens-heading" className="text-lg">
        API tokens
      </h2>
      <p className="mt-1 max-w-prose text-sm text-ink-2">{words.tokensLead}</p>
      {tokens.length > 0 ? <TokenList flow={flow} tokens={tokens} /> : null}
      {made ? <MadeToken flow={flow} made={made} /> : null}
      <TokenForm flow={flow} isHidden={made !== undefined} />
      <ConfirmDialog
        open={isAsked}
        question={`Revoke ${ending?.name ?? words.thisToken}?`}
        detail={words.tokenRevocation}
        confirmLabel="Revoke"
        busyLabel="Revoking..."
        busy={isEnding}
        onConfirm={() => flow.send({ type: 'end.confirm' })}
        onCancel={() => flow.send({ type: 'end.cancel' })}
      />
    </section>
  )
}

export default ApiTokens

const scopeNames = { read: 'Read', draft: words.readAndDraft }

const TokenList = ({ flow, tokens }: { flow: ApiTokensRef; tokens: ApiToken[] }) => {
  const isBusy = useSelector(flow, (snapshot) => !snapshot.matches('shown'))
  return (
    <ul className="mt-3 divide-y divide-line border-y border-line">
      {tokens.map((token) => (
        <li key={token.id} className="flex items-center gap-3 py-2.5">
          <div className="min-w-0 flex-1 text-sm">
            <p className="font-semibold wrap-anywhere">{token.name}</p>
            <p className="text-xs text-ink-2 wrap-anywhere">
              {scopeNames[token.scope]}, until <Time value={token.expires_at} />,{' '}
              {token.last_used_at === null ? (
                'never used'
              ) : (
                <>
                  used <Time value={token.last_used_at} /> from {token.last_address}
                </>
              )}
            </p>
          </div>
          <Button
            size="sm"
            aria-label={`Revoke ${token.name}`}
            disabled={isBusy}
            onClick={() => flow.send({ type: 'end.request', ending: token })}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  )
}

const MadeToken = ({ flow, made }: { flow: ApiTokensRef; made: NewApiToken }) => {
  useCloseWarning(true)
  return (
    <Card tone="sunken" role="status" className="mt-4 grid gap-3 text-sm">
      <p>
        {words.storeToken} <span className="wrap-anywhere">{made.name}</span> {words.storeTokenWhere}
      </p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 wrap-anywhere">{made.token}</code>
        <CopyButton text={made.token} what={words.copyToken} />
      </div>
      <Button size="sm" className="justify-self-start" onClick={() => flow.send({ type: 'token.stored' })}>
        {words.storedToken}
      </Button>
    </Card>
  )
}

const empty: ApiTokenBody = { name: '', scope: 'read', days: 30 }

const TokenForm = ({ flow, isHidden }: { flow: ApiTokensRef; isHidden: boolean }) => {
  const form = useForm({ resolver: zodResolver(apiTokenBody), defaultValues: empty })
  useEmitted(flow, 'token.made', () => form.reset(empty))
  const isMaking = useSelector(flow, (snapshot) => snapshot.matches('making'))
  const refusal = useSelector(flow, ({ context }) => context.refusal)
  const { errors } = form.formState
  return (
    <form
      noValidate
      hidden={isHidden}
      className="mt-4 grid max-w-sm gap-4"
      onSubmit={form.handleSubmit((body) => flow.send({ type: 'token.make', body }))}
    >
      <Field label={words.tokenName} error={errors.name?.message ?? refusal}>
        <Input {...form.register('name')} />
      </Field>
      <Field label="Permission">
        <Select {...form.register('scope')}>
          <option value="read">{scopeNames.read}</option>
          <option value="draft">{scopeNames.draft}</option>
        </Select>
      </Field>
      <Field label={words.tokenExpiry} error={errors.days?.message}>
        <Input {...form.register('days', { valueAsNumber: true })} inputMode="numeric" />
      </Field>
      <Button type="submit" busy={isMaking} busyLabel="Creating..." className="justify-self-start">
        {words.createToken}
      </Button>
    </form>
  )
}
