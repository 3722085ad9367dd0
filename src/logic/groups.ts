import { groupCalls } from '../schemas/groupCalls'
import { groupMessages } from '../schemas/groupMessages'
import type { Group, GroupBody } from '../schemas/groups'
import { part } from './part'
import { loaderOf } from './requests'
import { resourceOf } from './resource'

export const groupList = part((services) => {
  const { listGroups } = services.client(groupCalls)
  return loaderOf<Group[]>(services, (signal) => listGroups({ signal }))
})

export const groupResource = part((services) => {
  const api = services.client(groupCalls)
  return resourceOf<Group, GroupBody>({
    texts: groupMessages,
    list: groupList(services),
    create: (body) => api.createGroup({ body }),
    remove: (groupId) => api.deleteGroup({ params: { groupId } }),
  })
})
