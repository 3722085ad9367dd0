import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { CsvImportRef } from '../../machines/accounts/csvImport'
import { groupList } from '../../machines/groups/groups.actors'
import * as words from '../../schemas/accounts/accounts.words'
import type { GroupChoice, RejectedRow } from '../../schemas/accounts/csvRows'
import { groupKey } from '../../schemas/groups/groupKey'
import { useScreenActor } from '../shell/screenActor'
import { Button, Field, Select } from '../ui'

/** The option to create the group; no group has an empty name. */
const create = ''

type GroupOfferProps = {
  csvImport: CsvImportRef
  rejected: RejectedRow[]
  left: number
}

export const GroupOffer = ({ csvImport, rejected, left }: GroupOfferProps) => {
  const list = useScreenActor(groupList, { params: undefined })
  const groups = useSelector(list, ({ context }) => context.data)
  const [chosen, choose] = useState<Record<string, string>>({})
  if (!groups) return null
  const existing = groups.map(({ name }) => name)
  const rows = rejected.filter(({ isGroupless }) => isGroupless)
  const named = [...new Set(rows.map(({ values }) => values?.group ?? ''))]
  const keys = new Set(existing.map(groupKey))
  const newName = (name: string) => named.find((each) => groupKey(each) === groupKey(name)) ?? name
  const choices = named.map((name): GroupChoice => {
    const choice = chosen[name] ?? alike(existing, name) ?? create
    return { named: name, group: choice || newName(name), isNew: choice === create }
  })
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      {choices.map(({ named: name, group, isNew }) => (
        <Field key={name} label={words.replaceGroup(name)}>
          <Select
            value={isNew ? create : group}
            onChange={({ currentTarget }) => choose({ ...chosen, [name]: currentTarget.value })}
          >
            {keys.has(groupKey(name)) ? null : <option value={create}>{words.createGroup(newName(name))}</option>}
            {existing.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        </Field>
      ))}
      <Button onClick={() => csvImport.send({ type: 'groups.choose', choices })}>
        {words.sendRowsAgain(rows.length, left)}
      </Button>
    </div>
  )
}

/** The group itself if it was created in the meantime, or one that differs only in case or spaces. */
const alike = (existing: string[], name: string): string | undefined =>
  existing.find((each) => each === name) ??
  existing.find((each) => groupKey(each) === groupKey(name)) ??
  existing.find((each) => plain(each) === plain(name))

const plain = (name: string) => groupKey(name).replaceAll(/[\s_-]/g, '')
