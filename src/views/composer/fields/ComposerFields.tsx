import { ChevronDown, RotateCw, Sparkles } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import { Link } from 'wouter'
import type { ReplyFlowRef } from '../../../machines/composer/replyFlow'
import type { Account } from '../../../schemas/accounts/accounts'
import { activityOf, countActivities, mayPost } from '../../../schemas/accounts/activity'
import { roleMessages } from '../../../schemas/characters/characters.words'
import type { Role } from '../../../schemas/characters/roles'
import * as words from '../../../schemas/composer/composer.words'
import { countOffer } from '../../../schemas/composer/composerForm'
import { type ComposerForm, composerFieldNames, linkOf, type SendMode } from '../../../schemas/composer/draft'
import { buttons } from '../../../schemas/crud.words'
import type { Group } from '../../../schemas/groups/groups'
import { groupMessages } from '../../../schemas/groups/groups.words'
import { atHandle } from '../../../schemas/handle'
import { accountsPath, groupsPath, rolePath, rolesPath } from '../../../schemas/paths'
import { Button, cx, Field } from '../../ui'
import { buttonClass } from '../../ui/buttonClass'
import { CharacterFace } from '../../ui/Face'
import { NumberStepper } from '../../ui/forms/NumberStepper'
import { LazyPart } from '../../ui/states/LazyPart'
import { lazy } from '../../ui/states/lazy'
import { ProblemNote } from '../../ui/states/ProblemNote'
import { isHinting as hasHints, useComposer } from '../useComposer'
import { ChoiceField } from './ChoiceField'
import { choiceHint, type Option } from './ChoiceOptions'
import { type Choices, lacksChoices } from './choices'
import { LinkField } from './LinkField'
import type { ComposerFormControl } from './useComposerForm'

const ModelPrice = lazy(() => import('../ModelPrice'))
const ReadPrice = lazy(() => import('../ReadPrice'))

export interface ComposerFieldsProps {
  flow: ReplyFlowRef
  form: ComposerFormControl
  mode: SendMode
  choices: Choices
  /** Undefined if no group is chosen or its accounts are not known. */
  accountsInGroup: Account[] | undefined
}

export const ComposerFields = ({ flow, form, mode, choices, accountsInGroup }: ComposerFieldsProps) => {
  const isLocked = useComposer(flow, (_, isLocked) => isLocked)
  const isPreviewing = useComposer(
    flow,
    (snapshot) =>
      snapshot.matches({ work: { open: { generating: 'all' } } }) ||
      snapshot.matches({ work: { open: { generating: 'one' } } }),
  )
  const problem = useComposer(flow, ({ context }) => context.previewProblem)
  const { errors } = form.formState
  const roleId = useComposer(flow, ({ context }) => context.form.role_id)
  const isFetched = useComposer(flow, ({ context }) => context.post !== undefined)
  const inactive = useComposer(flow, ({ context }) => context.inactive)
  const isUnread = useComposer(flow, ({ context }) => linkOf(context.form) !== '' && context.post === undefined)
  const isHinting = useComposer(flow, hasHints)
  const { group_name, count, account_id } = useComposer(flow, ({ context }) => context.form)
  const lacks = lacksChoices(choices)
  const [isOpened, setOpened] = useState(false)
  /** On narrow screens, one button takes the place of choices that nobody has, and of all once Preview is pressed. */
  const canFold = !isHinting || lacks
  if (!canFold && isOpened) setOpened(false)
  const isFolded = canFold && !isOpened && !composerFieldNames.some((name) => name !== 'tweet_url' && errors[name])
  const account = choices.accounts.items.find(({ id }) => String(id) === account_id)
  const { setError } = form
  const askForAnother = useCallback(
    (handle: string) => setError('account_id', { message: words.agentInactive(handle) }, { shouldFocus: true }),
    [setError],
  )
  useEffect(() => {
    if (inactive && isFetched) askForAnother(inactive)
  }, [inactive, isFetched, askForAnother])
  const preview = form.handleSubmit(({ role_id, count }) => {
    if (inactive && account && !mayPost(account)) askForAnother(atHandle(account.username))
    else flow.send({ type: 'preview.request', role_id, count })
  })
  const chosen = [
    choices.roles.items.find(({ id }) => String(id) === roleId)?.name,
    ...(mode === 'batch' ? [group_name, count] : [account && atHandle(account.username)]),
  ]
    .filter(Boolean)
    .join(' · ')

  const keep = (change: Partial<ComposerForm>) => {
    for (const name of composerFieldNames) if (change[name] !== undefined && errors[name]) form.clearErrors(name)
    flow.send({ type: 'draft.change', form: change })
  }

  return (
    <form noValidate aria-label="Reply" onSubmit={preview} className="@container flex flex-col gap-3">
      <LinkField flow={flow} form={form} onKeep={keep} />
      <div
        className={cx(
          isFolded && '@max-[36rem]:*:not-data-fold:hidden',
          isFolded && !lacks && '@max-[36rem]:*:col-span-1!',
          'grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-x-2 gap-y-3 *:col-span-2 @min-[36rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem_8rem] @min-[36rem]:gap-x-3 @min-[36rem]:*:col-span-1',
        )}
      >
        {canFold ? (
          <button
            type="button"
            data-fold
            aria-expanded={!isFolded}
            onClick={() => setOpened(!isOpened)}
            className={buttonClass({ wide: true, className: '@min-[36rem]:hidden' })}
          >
            <span className="min-w-0 flex-1 truncate text-left">{lacks ? words.choices : chosen}</span>
            <ChevronDown aria-hidden="true" className={cx('size-4 shrink-0', !isFolded && 'rotate-180')} />
          </button>
        ) : null}
        <RoleField form={form} choices={choices} onKeep={keep} />
        {mode === 'batch' ? (
          <>
            <GroupField
              form={form}
              choices={choices}
              accountsInGroup={accountsInGroup}
              isHinting={isHinting}
              onKeep={keep}
            />
            <CountField form={form} accounts={accountsInGroup ?? []} isHinting={isHinting} onKeep={keep} />
          </>
        ) : (
          <AgentField form={form} choices={choices} className="@min-[36rem]:col-span-2!" onKeep={keep} />
        )}
        {/* Beside the controls, below the labels. */}
        <Button
          data-fold={!lacks || undefined}
          type="submit"
          tone="soft"
          wide
          icon={Sparkles}
          busy={isPreviewing}
          busyLabel={words.processing}
          disabled={isLocked}
          className="@min-[36rem]:mt-6.5"
        >
          Preview
        </Button>
      </div>
      {problem ? (
        <ProblemNote problem={problem}>
          {problem.next === 'model' ? (
            <Link href={rolePath(roleId)} className={buttonClass({ size: 'sm' })}>
              {words.chooseModel}
            </Link>
          ) : (
            <Button type="submit" size="sm" icon={RotateCw} disabled={isLocked}>
              {buttons.tryAgain}
            </Button>
          )}
        </ProblemNote>
      ) : null}
      {isHinting ? (
        // As high as a price, so that nothing below it moves when the price arrives.
        <div className="-mt-1 flex min-h-5 flex-wrap gap-x-4">
          {isUnread ? (
            <LazyPart>
              <ReadPrice />
            </LazyPart>
          ) : null}
          {roleId === '' ? null : (
            <LazyPart>
              <ModelPrice flow={flow} mode={mode} roles={choices.roles.items} />
            </LazyPart>
          )}
        </div>
      ) : null}
    </form>
  )
}

type FieldsProps = Pick<ComposerFieldsProps, 'form' | 'choices'> & { onKeep: (change: Partial<ComposerForm>) => void }

const RoleField = ({ form, choices: { roles }, onKeep }: FieldsProps) => (
  <ChoiceField
    form={form}
    name="role_id"
    label="AI/Model"
    choice={roles}
    prompt={words.chooseCharacter}
    gone={words.characterDeleted}
    optionOf={roleOption}
    adornmentOf={(value) => {
      const role = roles.items.find(({ id }) => String(id) === value)
      return role ? <CharacterFace name={role.name} className="size-5.5" /> : null
    }}
    hint={choiceHint({
      choice: roles,
      none: roleMessages.none,
      href: rolesPath,
      create: 'Create AI Character',
    })}
    onKeep={onKeep}
  />
)

/** "Mara · dry wit · gpt-4o-mini" */
const roleOption = ({ id, name, personality_traits: [trait], model_name }: Role): Option => ({
  value: String(id),
  label: [name, trait, model_name].filter(Boolean).join(' · '),
})

const GroupField = ({
  form,
  choices: { groups, accounts },
  accountsInGroup,
  isHinting,
  onKeep,
}: FieldsProps & Pick<ComposerFieldsProps, 'accountsInGroup'> & { isHinting: boolean }) => (
  <ChoiceField
    form={form}
    name="group_name"
    label="Group"
    choice={groups}
    prompt={words.chooseGroup}
    optionOf={groupOption}
    hint={
      accountsInGroup && !isHinting
        ? null
        : accountsInGroup
          ? words.membersOf(accountsInGroup.length, ...countActivities(accountsInGroup))
          : (choiceHint({
              choice: groups,
              none: groupMessages.none,
              href: groupsPath,
              create: 'Create group',
              also: accounts,
            }) ?? (isHinting ? noHint : null))
    }
    goneHint={words.groupGone}
    onKeep={onKeep}
  />
)

/** Keeps the place of the hint, so that nothing moves when a group is chosen. */
const noHint = '\u00a0'

const groupOption = ({ name }: Group): Option => ({ value: name, label: name })

interface CountFieldProps extends Omit<FieldsProps, 'choices'> {
  accounts: Account[]
  isHinting: boolean
}

const CountField = ({ form, accounts, isHinting, onKeep }: CountFieldProps) => {
  const { most, hint, fill } = countOffer(accounts)
  return (
    <Controller
      control={form.control}
      name="count"
      render={({ field: { value, onChange, ...field }, fieldState }) => {
        const count = (next: string) => {
          onChange(next)
          onKeep({ count: next })
        }
        return (
          <Field
            label="Count"
            error={fieldState.error?.message}
            hint={isHinting ? <span className="sr-only">{hint}</span> : null}
          >
            <NumberStepper
              {...field}
              plain
              what="reply"
              min={1}
              max={most}
              value={value === '' ? Number.NaN : Number(value)}
              onChange={(next) => count(Number.isNaN(next) ? '' : String(next))}
            />
            {isHinting && fill ? (
              <button
                type="button"
                disabled={value === String(fill.count)}
                className="text-link self-start text-xs font-semibold disabled:text-ink-3 disabled:no-underline"
                onClick={() => count(String(fill.count))}
              >
                {fill.label}
              </button>
            ) : null}
          </Field>
        )
      }}
    />
  )
}

const AgentField = ({ form, choices: { accounts }, className, onKeep }: FieldsProps & { className: string }) => (
  <ChoiceField
    form={form}
    className={className}
    name="account_id"
    label="Media Agent"
    choice={accounts}
    prompt={words.chooseAccount}
    gone={words.accountDeleted}
    optionOf={accountOption}
    hint={choiceHint({
      choice: accounts,
      none: words.agentNone,
      href: accountsPath,
      create: 'Add Media Agent',
    })}
    onKeep={onKeep}
  />
)

const accountOption = (account: Account): Option => ({
  value: String(account.id),
  label: words.accountChoice(atHandle(account.username), activityOf(account)),
})
