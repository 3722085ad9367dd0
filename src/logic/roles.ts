import { roleCalls } from '../schemas/roleCalls'
import { type RoleForm, roleBodyOf } from '../schemas/roleForm'
import { roleMessages } from '../schemas/roleMessages'
import type { Role } from '../schemas/roles'
import { part } from './part'
import { resourceOf } from './resource'
import { roleList } from './roleList'

export const roleResource = part((services) => {
  const api = services.client(roleCalls)
  return resourceOf<Role, RoleForm>({
    texts: roleMessages,
    list: roleList(services),
    create: async (body) => api.createRole({ body: roleBodyOf(body) }),
    remove: (roleId) => api.deleteRole({ params: { roleId } }),
  })
})
