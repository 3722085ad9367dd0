import { rolesPath } from '../schemas/paths'
import { changedRoleBody, type RoleForm, roleBodyOf } from '../schemas/roleForm'
import { type Role, roleCalls, roleMessages } from '../schemas/roles'
import { editorOf } from './editor'
import { provided } from './provided'
import { loaderOf } from './requests'
import { resourceOf } from './resource'

export const roleList = provided((services) => {
  const { listRoles } = services.client(roleCalls)
  return loaderOf<Role[]>(services, (signal) => listRoles({ query: { skip: '0', limit: '100' }, signal }), {
    onReturn: true,
  })
})

export const roleResource = provided((services) => {
  const api = services.client(roleCalls)
  return resourceOf<Role, RoleForm>({
    texts: roleMessages,
    list: roleList(services),
    create: async (body) => api.createRole({ body: roleBodyOf(body) }),
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
