import { groupCalls } from '../schemas/groupCalls'
import { groupMessages } from '../schemas/groupMessages'
import type { Group, GroupBody } from '../schemas/groups'
import { editorOf } from './editor'
import { part } from './part'

export const groupEditor = part((services) => {
  const api = services.client(groupCalls)
  return editorOf<Group, GroupBody>(services, {
    texts: groupMessages,
    home: '/admin/group',
    load: (groupId, signal) => api.getGroup({ params: { groupId }, signal }),
    save: (groupId, body) => api.updateGroup({ params: { groupId }, body }),
  })
})
