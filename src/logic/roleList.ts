import { roleCalls } from '../schemas/roleCalls'
import type { Role } from '../schemas/roles'
import { part } from './part'
import { loaderOf } from './requests'

export const roleList = part((services) => {
  const { listRoles } = services.client(roleCalls)
  return loaderOf<Role[]>(services, (signal) => listRoles({ query: { skip: '0', limit: '100' }, signal }))
})
