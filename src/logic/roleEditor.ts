import { roleCalls } from '../schemas/roleCalls'
import { type RoleForm, roleBodyOf } from '../schemas/roleForm'
import { roleMessages } from '../schemas/roleMessages'
import type { Role } from '../schemas/roles'
import { editorOf } from './editor'
import { part } from './part'

export const roleEditor = part((services) => {
  const api = services.client(roleCalls)
  return editorOf<Role, RoleForm>(services, {
    texts: roleMessages,
    home: '/admin/ai-character',
    load: (roleId, signal) => api.getRole({ params: { roleId }, signal }),
    save: async (roleId, body) => api.updateRole({ params: { roleId }, body: roleBodyOf(body) }),
  })
})
