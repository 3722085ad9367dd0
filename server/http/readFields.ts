import { z } from 'zod'
import { type Call, contract } from '../../src/schemas/contract'

const fieldsOf = (schema: unknown): string[] =>
  schema instanceof z.core.$ZodObject ? Object.keys(schema._zod.def.shape) : []

/** The fields that a GET of the same path answers and this PUT does not take, e.g. the id: the server alone writes them. */
const readOnlyFields = ({ method, path, body }: Call): string[] => {
  if (method !== 'PUT') return []
  const taken = new Set(fieldsOf(body))
  const reading = Object.values<Call>(contract).find((call) => call.method === 'GET' && call.path === path)
  return fieldsOf(reading?.answer).filter((field) => !taken.has(field))
}

/** For the body of such a PUT, which may be what was read before, changed or not: takes the fields out that it passes over. */
export const createOmission = (call: Call): ((body: unknown) => void) => {
  const fields = readOnlyFields(call)
  return (body) => {
    if (typeof body !== 'object' || body === null) return
    for (const field of fields) Reflect.deleteProperty(body, field)
  }
}
