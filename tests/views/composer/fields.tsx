import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import type { Account } from '../../../src/schemas/accounts/accounts'
import type { Role } from '../../../src/schemas/characters/roles'
import type { ComposerForm, Draft } from '../../../src/schemas/composer/draft'
import type { Group } from '../../../src/schemas/groups/groups'
import { ComposerFields, type ComposerFieldsProps } from '../../../src/views/composer/fields/ComposerFields'
import type { Choice, Choices } from '../../../src/views/composer/fields/choices'
import { useComposerForm } from '../../../src/views/composer/fields/useComposerForm'
import { useComposer } from '../../../src/views/composer/useComposer'
import { emptyDraft, reviewed } from '../../machines/samples'
import { agents, composerWith } from '../../support/composerAlone'
import { renderPart } from '../../support/renderPart'
import { sampleRole } from '../../support/serverFakes'

export const mara: Role = { ...sampleRole, id: 5, learns_from_edits: true }
export const jonas: Role = { ...mara, id: 6, name: 'Jonas', personality_traits: [], model_name: 'gpt-other' }
export const launch: Group = { id: 7, name: 'Launch', description: 'Spring' }
export const night: Group = { id: 8, name: 'Night', description: 'Late' }
export const [ada, bob] = agents('ada', 'bob')
export const accounts = [ada, bob].flatMap((each) => each ?? [])

export const choiceOf = <T,>(items: T[], change: Partial<Choice<T>> = {}): Choice<T> => ({
  items,
  isLoading: false,
  isFailed: false,
  isEmpty: items.length === 0,
  reload: vi.fn(),
  ...change,
})
export const loading = { isLoading: true, isEmpty: false }
export const failed = { isFailed: true, isEmpty: false }

export interface Given {
  draft?: Partial<Draft>
  form?: Partial<ComposerForm>
  choices?: Partial<Choices>
  inGroup?: Account[] | undefined
  members?: Record<string, Account[]>
  mode?: 'batch' | 'solo'
  api?: object
}

type FieldsProps = Omit<ComposerFieldsProps, 'form'> & { members: Given['members'] }

const Fields = ({ members, ...props }: FieldsProps) => {
  const group = useComposer(props.flow, ({ context }) => context.form.group_name)
  const accountsInGroup = members?.[group] ?? props.accountsInGroup
  const form = useComposerForm(props.flow, props.mode, accountsInGroup?.length)
  return <ComposerFields {...props} accountsInGroup={accountsInGroup} form={form} />
}

export const show = ({ draft = emptyDraft, form, choices, inGroup, members, mode = 'batch', api }: Given = {}) => {
  const base = { ...reviewed, ...draft }
  const flow = composerWith({ ...base, mode, form: { ...base.form, ...form } })
  const all = {
    roles: choiceOf([mara, jonas]),
    groups: choiceOf([launch, night]),
    accounts: choiceOf(accounts),
    ...choices,
  }
  const sent = vi.spyOn(flow.actor, 'send')
  const view = renderPart(
    <Fields flow={flow.actor} mode={mode} choices={all} accountsInGroup={inGroup} members={members} />,
    { api },
  )
  const kept = () => sent.mock.calls.flatMap(([event]) => (event.type === 'draft.change' ? [event.form] : []))
  return { ...view, flow, choices: all, kept }
}

export const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
export const optionsOf = (name: string) => [...select(name).options].map(({ value, text }) => [value, text])
export const hintOf = (name: string) =>
  document.getElementById(select(name).getAttribute('aria-describedby') ?? '')?.textContent?.trim() || undefined
export const linkIn = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')
