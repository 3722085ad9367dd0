import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { groupList } from '../../machines/groups/groups.actors'
import * as words from '../../schemas/accounts/accounts.words'
import { publicMessages } from '../../schemas/commonMessages'
import { buttons } from '../../schemas/crud.words'
import { groupMessages } from '../../schemas/groups/groups.words'
import { groupsPath } from '../../schemas/paths'
import { useScreenActor } from '../shell/screenActor'
import { Field, Select } from '../ui'

export type GroupFieldProps = Omit<ComponentProps<'select'>, 'value'> & {
  /** The chosen group stays an option while the list is missing or does not contain it. */
  value: string
  none: string
  stored?: string
  error: string | undefined
}

export const GroupField = ({ none, stored = '', error, ...select }: GroupFieldProps) => {
  const list = useScreenActor(groupList, { params: undefined })
  const groups = useSelector(list, ({ context }) => context.data)
  const failed = useSelector(list, (snapshot) => snapshot.matches('failed'))
  const names = new Set([stored, select.value, ...(groups ?? []).map(({ name }) => name)])
  names.delete('')
  const hint =
    groups?.length === 0 ? <NoGroups /> : failed ? <Failed retry={() => list.send({ type: 'list.reload' })} /> : null
  return (
    <Field
      label="Group"
      hint={hint}
      error={
        error && hint ? (
          <>
            <span className="block">{error}</span>
            {hint}
          </>
        ) : (
          error
        )
      }
    >
      <Select {...select} disabled={!groups || groups.length === 0}>
        <option value="">{groups || failed ? none : publicMessages.list.loading}</option>
        {[...names].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

const NoGroups = () => (
  <>
    <span>{groupMessages.none}</span>{' '}
    <Link href={groupsPath} className="text-link">
      Create group
    </Link>
  </>
)

const Failed = ({ retry }: { retry: () => void }) => (
  <>
    <span>{words.groupsNotLoaded}</span>{' '}
    <button type="button" className="text-link" onClick={retry}>
      {buttons.tryAgain}
    </button>
  </>
)
