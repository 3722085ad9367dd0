import { z } from 'zod'

/** The fields of `POST /v1/chat/completions` that the stand-in reads. */
export const completionBody = z.looseObject({
  model: z.string(),
  messages: z
    .array(z.looseObject({ role: z.string(), content: z.string() }))
    .min(1, 'messages must have at least one entry'),
  reasoning_effort: z.string().optional(),
  response_format: z
    .looseObject({ type: z.string(), json_schema: z.looseObject({ schema: z.unknown() }).optional() })
    .optional(),
})
export type CompletionBody = z.infer<typeof completionBody>

export const formatOf = ({ response_format }: CompletionBody): 'json_schema' | 'json_object' | 'text' => {
  const type = response_format?.type
  return type === 'json_schema' || type === 'json_object' ? type : 'text'
}
