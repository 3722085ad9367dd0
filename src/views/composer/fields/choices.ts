import { useSelector } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { ComposerListsRef } from '../../../machines/composer/composerLists'
import type { LoaderLogic } from '../../../machines/crud/loader'
import type { Account } from '../../../schemas/accounts/accounts'
import type { Role } from '../../../schemas/characters/roles'
import type { Group } from '../../../schemas/groups/groups'
import { isNamed } from '../../../schemas/unreadable'

export interface Choice<T> {
  items: T[]
  isLoading: boolean
  isFailed: boolean
  isEmpty: boolean
  reload: () => void
}

export interface Choices {
  roles: Choice<Role>
  groups: Choice<Group>
  accounts: Choice<Account>
}

export const useChoices = (lists: ComposerListsRef): Choices => {
  const { roles, groups, accounts } = useSelector(lists, ({ children }) => children)
  return { roles: useChoice(roles), groups: useChoice(groups), accounts: useChoice(accounts) }
}

const useChoice = <T extends object>(list: ActorRefFrom<LoaderLogic<T[]>> | undefined): Choice<T> => {
  const items = useSelector(list, (snapshot) => snapshot?.context.data)
  const isFailed = useSelector(list, (snapshot) => snapshot?.matches('failed') ?? false)
  const reload = useCallback(() => list?.send({ type: 'list.reload' }), [list])
  return {
    items: useMemo(() => items?.filter(isNamed) ?? [], [items]),
    isLoading: items === undefined && !isFailed,
    isFailed,
    isEmpty: items?.length === 0,
    reload,
  }
}

/** There is no character, no group or no account. */
export const lacksChoices = ({ roles, groups, accounts }: Choices): boolean =>
  [roles, groups, accounts].some(({ isEmpty }) => isEmpty)
