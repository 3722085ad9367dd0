import { largestPage } from '../../schemas/call'
import { roleMessages } from '../../schemas/characters/characters.words'
import { changedRoleBody, type RoleForm, roleBodyOf } from '../../schemas/characters/roleForm'
import { type Role, roleCalls } from '../../schemas/characters/roles'
import { rolesPath } from '../../schemas/paths'
import { editorOf } from '../crud/editor.actors'
import { provided } from '../crud/provided.actors'
import { loaderOf } from '../crud/requests.actors'
import { resourceOf } from '../crud/resource.actors'

export const roleList = provided((services) => {
  const { listRoles } = services.client(roleCalls)
  /** Reads page by page. A provider that ignores the page answers the same one again, which ends the list. */
  const listAll = async (signal: AbortSignal): Promise<Role[]> => {
    let roles: Role[] = []
    for (;;) {
      const page = await listRoles({ query: { skip: String(roles.length), limit: String(largestPage) }, signal })
      const known = new Set(roles.map(({ id }) => id))
      const more = page.filter(({ id }) => !known.has(id))
      roles = roles.length === 0 ? page : [...roles, ...more]
      if (page.length < largestPage || more.length === 0) return roles
    }
  }
  return loaderOf<Role[]>(services, listAll, { onReturn: true })
})

export const roleResource = provided((services) => {
  const api = services.client(roleCalls)
  return resourceOf<Role, RoleForm>({
    texts: roleMessages,
    list: roleList(services),
    create: async (form) => {
      const { thinking, learns_from_edits, ...body } = roleBodyOf(form)
      const ours = services.lastMeta().takes_thinking ? { thinking, learns_from_edits } : {}
      return api.createRole({ body: { ...body, ...ours } })
    },
    remove: (roleId) => api.deleteRole({ params: { roleId } }),
  })
})

export const roleEditor = provided((services) => {
  const api = services.client(roleCalls)
  return editorOf<Role, Partial<RoleForm>>(services, {
    texts: roleMessages,
    home: rolesPath,
    load: (roleId, signal) => api.getRole({ params: { roleId }, signal }),
    save: async (roleId, changes) => {
      const stored = await api.getRole({ params: { roleId } })
      await api.updateRole({ params: { roleId }, body: changedRoleBody(stored, changes) })
    },
  })
})
