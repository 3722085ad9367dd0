import * as z from 'zod/mini'

/** One entry of the audit trail, never with a secret in it. */
export const auditEntry = z.object({
  id: z.int(),
  at: z.string(),
  action: z.string(),
  subject: z.nullable(z.string()),
  detail: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>
