import { groupCalls } from '../schemas/groupCalls'
import type { Group, GroupBody } from '../schemas/groups'
import { messages } from '../schemas/messages'
import { editorOf } from './editor'
import { part } from './part'

export const groupEditor = part((services) => {
  const api = services.client(groupCalls)
  return editorOf<Group, GroupBody>(services, {
    texts: messages.group,
    home: '/admin/group',
    load: (groupId, signal) => api.getGroup({ params: { groupId }, signal }),
    save: (groupId, body) => api.updateGroup({ params: { groupId }, body }),
  })
})
