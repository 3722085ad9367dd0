import { useSelector } from '@xstate/react'
import { Check, Sparkles } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Controller } from 'react-hook-form'
import type { ReplyFlowRef } from '../../machines/replyFlow'
import type { Account } from '../../schemas/accounts'
import { type ComposerForm, emptyComposerForm, type SendMode } from '../../schemas/draft'
import { messages } from '../../schemas/messages'
import type { Role } from '../../schemas/roles'
import { Button, CharacterFace, Field, Input, Select } from '../ui'
import { NumberStepper } from '../ui/NumberStepper'
import { ChoiceOptions, choiceHint } from './ChoiceOptions'
import { type Choices, handleOf } from './choices'
import type { ComposerFormControl } from './useComposerForm'

export interface ComposerFieldsProps {
  flow: ReplyFlowRef
  form: ComposerFormControl
  mode: SendMode
  choices: Choices
  /** Undefined while no group is chosen or its accounts are not known. */
  accountsInGroup: Account[] | undefined
}

export const ComposerFields = ({ flow, form, mode, choices, accountsInGroup }: ComposerFieldsProps) => {
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy'))
  const isPreviewing = useSelector(flow, (snapshot) => snapshot.matches({ generating: 'all' }))
  const preview = form.handleSubmit(({ role_id, count }) => flow.send({ type: 'preview.request', role_id, count }))
  const { errors } = form.formState

  const keep = (change: Partial<ComposerForm>) => {
    for (const name of fieldNames) if (change[name] !== undefined && errors[name]) form.clearErrors(name)
    flow.send({ type: 'draft.change', form: change })
  }

  return (
    <form noValidate aria-label="Reply" onSubmit={preview} className="flex flex-col gap-5">
      <LinkField flow={flow} form={form} onKeep={keep} />
      <Controller
        control={form.control}
        name="role_id"
        render={({ field }) => {
          const role = choices.roles.items.find(({ id }) => String(id) === field.value)
          return (
            <Field
              label="AI/Model"
              error={errors.role_id?.message}
              hint={choiceHint({
                choice: choices.roles,
                none: messages.role.none,
                href: '/admin/ai-character',
                create: 'Create AI Character',
              })}
            >
              <Select
                {...field}
                disabled={choices.roles.items.length === 0}
                adornment={role ? <CharacterFace name={role.name} className="size-5.5" /> : null}
                onChange={(event) => {
                  field.onChange(event)
                  keep({ role_id: event.currentTarget.value })
                }}
              >
                <ChoiceOptions
                  choice={choices.roles}
                  prompt="Choose a character"
                  value={field.value}
                  optionOf={(each) => ({ value: String(each.id), label: roleLabel(each) })}
                />
              </Select>
            </Field>
          )
        }}
      />
      {mode === 'batch' ? (
        <BatchFields form={form} choices={choices} accountsInGroup={accountsInGroup} onKeep={keep} />
      ) : (
        <AgentField form={form} choices={choices} onKeep={keep} />
      )}
      <Button
        type="submit"
        tone="soft"
        wide
        icon={Sparkles}
        busy={isPreviewing}
        busyLabel={messages.reply.processing}
        disabled={isBusy}
        className="min-h-11"
      >
        Preview
      </Button>
      <DraftNote flow={flow} mode={mode} onClear={() => form.setFocus('tweet_url')} />
    </form>
  )
}

const fieldNames = ['tweet_url', 'role_id', 'group_name', 'count', 'account_id'] as const

/** "Mara · dry wit · gpt-4o-mini" */
const roleLabel = ({ name, personality_traits: [trait], model_name }: Role): string =>
  [name, trait, model_name].filter(Boolean).join(' · ')

type FieldsProps = Pick<ComposerFieldsProps, 'form' | 'choices'> & { onKeep: (change: Partial<ComposerForm>) => void }

const LinkField = ({ flow, form, onKeep }: Pick<ComposerFieldsProps, 'flow'> & Omit<FieldsProps, 'choices'>) => {
  const isFetching = useSelector(flow, (snapshot) => snapshot.matches('fetchingContent'))
  const canFetch = useSelector(flow, (snapshot) => snapshot.can({ type: 'content.fetch', tweet_url: '' }))
  const result = useSelector(flow, ({ context }) => context.linkResult)
  const fetchContent = async () => {
    if (!flow.getSnapshot().can({ type: 'content.fetch', tweet_url: '' })) return
    if (!(await form.trigger('tweet_url', { shouldFocus: true }))) return
    flow.send({ type: 'content.fetch', tweet_url: form.getValues('tweet_url').trim() })
  }
  const fetchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void fetchContent()
  }
  return (
    <Field
      live
      label="X post link"
      error={form.formState.errors.tweet_url?.message ?? (result?.tone === 'error' ? result.message : undefined)}
      success={result?.tone === 'success' ? result.message : undefined}
    >
      <div className="flex gap-2">
        <Input
          {...form.register('tweet_url', { onChange: (event) => onKeep({ tweet_url: event.target.value }) })}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://x.com/name/status/123"
          className="min-w-0 flex-1 truncate"
          onKeyDown={fetchOnEnter}
        />
        <Button busy={isFetching} disabled={!canFetch} onClick={fetchContent}>
          Get Content
        </Button>
      </div>
    </Field>
  )
}

const BatchFields = ({
  form,
  choices,
  accountsInGroup,
  onKeep,
}: FieldsProps & Pick<ComposerFieldsProps, 'accountsInGroup'>) => (
  <>
    <Controller
      control={form.control}
      name="group_name"
      render={({ field }) => (
        <Field
          label="Group"
          error={form.formState.errors.group_name?.message}
          hint={
            accountsInGroup
              ? membersOf(accountsInGroup)
              : choiceHint({
                  choice: choices.groups,
                  none: messages.group.none,
                  href: '/admin/group',
                  create: 'Create group',
                  also: choices.accounts,
                })
          }
        >
          <Select
            {...field}
            disabled={choices.groups.items.length === 0}
            onChange={(event) => {
              field.onChange(event)
              onKeep({ group_name: event.currentTarget.value })
            }}
          >
            <ChoiceOptions
              choice={choices.groups}
              prompt="Choose a group"
              value={field.value}
              optionOf={({ name }) => ({ value: name, label: name })}
            />
          </Select>
        </Field>
      )}
    />
    <Controller
      control={form.control}
      name="count"
      render={({ field: { value, onChange, ...field } }) => (
        <Field
          label="Count"
          error={form.formState.errors.count?.message}
          hint={
            accountsInGroup && accountsInGroup.length > 0
              ? `1 to ${accountsInGroup.length}, the number of accounts in the group.`
              : 'At least 1, at most the number of accounts in the group.'
          }
        >
          <NumberStepper
            {...field}
            what="reply"
            min={1}
            max={accountsInGroup && accountsInGroup.length > 0 ? accountsInGroup.length : undefined}
            value={value === '' ? Number.NaN : Number(value)}
            onChange={(next) => {
              const count = Number.isNaN(next) ? '' : String(next)
              onChange(count)
              onKeep({ count })
            }}
          />
        </Field>
      )}
    />
  </>
)

const AgentField = ({ form, choices, onKeep }: FieldsProps) => (
  <Controller
    control={form.control}
    name="account_id"
    render={({ field }) => (
      <Field
        label="Media Agent"
        error={form.formState.errors.account_id?.message}
        hint={choiceHint({
          choice: choices.accounts,
          none: messages.account.none,
          href: '/admin/media-agent',
          create: 'Add Media Agent',
        })}
      >
        <Select
          {...field}
          disabled={choices.accounts.items.length === 0}
          onChange={(event) => {
            field.onChange(event)
            onKeep({ account_id: event.currentTarget.value })
          }}
        >
          <ChoiceOptions
            choice={choices.accounts}
            prompt="Choose a media agent"
            value={field.value}
            optionOf={({ id, username, is_active }) => ({
              value: String(id),
              label: is_active ? handleOf(username) : `${handleOf(username)} (inactive)`,
            })}
          />
        </Select>
      </Field>
    )}
  />
)

const membersOf = (accounts: Account[]): string => {
  const active = accounts.filter(({ is_active }) => is_active).length
  return `${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'} in this group, ${active} of them active.`
}

const DraftNote = ({ flow, mode, onClear }: { flow: ReplyFlowRef; mode: SendMode; onClear: () => void }) => {
  const isKept = useSelector(
    flow,
    ({ context: { form, post, replies } }) =>
      post !== undefined || replies.length > 0 || fieldNames.some((name) => form[name] !== emptyComposerForm[name]),
  )
  const isSending = useSelector(flow, (snapshot) => snapshot.matches('sending'))
  if (!isKept) return null
  return (
    <p className="mt-1 flex items-center gap-2 text-xs text-ink-2">
      <Check aria-hidden="true" className="size-4 shrink-0" />
      Draft kept on this device
      <button
        type="button"
        disabled={isSending}
        className="text-link px-1 py-1 font-semibold"
        onClick={() => {
          flow.send({ type: 'mode.select', mode })
          onClear()
        }}
      >
        Clear
      </button>
    </p>
  )
}
