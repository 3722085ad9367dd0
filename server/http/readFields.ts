import { z } from 'zod'
import { type Call, contract } from '../../src/schemas/contract'

const fieldsOf = (schema: unknown): string[] =>
  schema instanceof z.core.$ZodObject ? Object.keys(schema._zod.def.shape) : []

/**
 * Fields that a GET of the same path returns and this PUT does not accept, such as the id: only the server writes them.
 */
const readOnlyFields = ({ method, path, body }: Call): string[] => {
  if (method !== 'PUT') return []
  const taken = new Set(fieldsOf(body))
  const reading = Object.values<Call>(contract).find((call) => call.method === 'GET' && call.path === path)
  return fieldsOf(reading?.answer).filter((field) => !taken.has(field))
}

/** A caller may PUT the object that a GET returned. The function removes the fields that the PUT ignores. */
export const createOmission = (call: Call): ((body: unknown) => void) => {
  const fields = readOnlyFields(call)
  return (body) => {
    if (typeof body !== 'object' || body === null) return
    for (const field of fields) Reflect.deleteProperty(body, field)
  }
}
