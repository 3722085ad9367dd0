import { type Group, type GroupBody, groupCalls } from '../../schemas/groups/groups'
import { groupMessages } from '../../schemas/groups/groups.words'
import { groupsPath } from '../../schemas/paths'
import { editorOf } from '../crud/editor.actors'
import { provided } from '../crud/provided.actors'
import { loaderOf } from '../crud/requests.actors'
import { resourceOf } from '../crud/resource.actors'

export const groupList = provided((services) => {
  const { listGroups } = services.client(groupCalls)
  return loaderOf<Group[]>(services, (signal) => listGroups({ signal }), {
    changes: services.accountChanges,
    onReturn: true,
  })
})

export const groupResource = provided((services) => {
  const api = services.client(groupCalls)
  return resourceOf<Group, GroupBody>({
    texts: groupMessages,
    list: groupList(services),
    create: (body) => api.createGroup({ body }),
    remove: (groupId) => api.deleteGroup({ params: { groupId } }),
  })
})

export const groupEditor = provided((services) => {
  const api = services.client(groupCalls)
  return editorOf<Group, Partial<GroupBody>>(services, {
    texts: groupMessages,
    home: groupsPath,
    load: (groupId, signal) => api.getGroup({ params: { groupId }, signal }),
    save: async (groupId, changes) => {
      const { name, description } = await api.getGroup({ params: { groupId } })
      await api.updateGroup({ params: { groupId }, body: { name, description, ...changes } })
    },
  })
})
