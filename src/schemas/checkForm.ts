import * as z from 'zod/mini'

export type FieldErrors<TBody> = Partial<Record<keyof TBody & string, string>>

export type CheckedForm<TBody> = { body: TBody } | { errors: FieldErrors<TBody> }

/** Returns the request body, or the first complaint about each field. */
export const checkForm = <TBody>(schema: z.ZodMiniType<TBody>, values: unknown): CheckedForm<TBody> => {
  const { data, error } = z.safeParse(schema, values)
  if (!error) return { body: data }
  const complaints = error.issues.map(({ path, message }) => [path[0], message] as const)
  return { errors: Object.fromEntries(complaints.reverse()) as FieldErrors<TBody> }
}
