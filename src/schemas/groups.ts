import * as z from 'zod/mini'
import { id, text } from './base'
import { messages } from './messages'

export const groupBody = z.strictObject({
  name: text(100, messages.group.nameRequired),
  description: text(1000, messages.group.descriptionRequired),
})
export type GroupBody = z.infer<typeof groupBody>

export const group = z.object({ id, name: z.string(), description: z.string() })
export type Group = z.infer<typeof group>
