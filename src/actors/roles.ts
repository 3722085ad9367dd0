import { rolesPath } from '../schemas/paths'
import { changedRoleBody, type RoleForm, roleBodyOf } from '../schemas/roleForm'
import { type Model, type Provider, type Role, roleCalls, roleMessages } from '../schemas/roles'
import { editorOf } from './editor'
import { provided } from './provided'
import { isUnknownCall, loaderOf } from './requests'
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

export interface ModelList {
  models: Model[]
  /** Those of several providers whose models are missing among them. */
  unlisted: Provider[]
}

/** Whether a provider's models are missing is asked once the list is there, whose reading tells it. */
export const modelList = provided((services) => {
  const { listModels, listProviders } = services.client(roleCalls)
  return loaderOf<ModelList>(services, async (signal) => {
    const models = await listModels({ signal })
    const providers = await listProviders({ signal }).catch((error) => {
      if (!isUnknownCall(error) && !signal.aborted) services.report(error)
      return []
    })
    return { models, unlisted: providers.filter(({ problem }) => problem !== null) }
  })
})
