import * as z from 'zod/mini'
import { id, text } from './base'
import { groupMessages } from './groupMessages'

export const groupBody = z.strictObject({
  name: text(100, groupMessages.nameRequired),
  description: text(1000, groupMessages.descriptionRequired),
})
export type GroupBody = z.infer<typeof groupBody>

export const group = z.object({ id, name: z.string(), description: z.string() })
export type Group = z.infer<typeof group>
