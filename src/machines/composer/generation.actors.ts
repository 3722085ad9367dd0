import { type GenerateBody, replyCalls } from '../../schemas/composer/replies'
import type { ConsoleServices } from '../../services/services'
import type { Written } from './replyFlow'

export const generationOf = (services: ConsoleServices) => {
  const { generateReplies } = services.client(replyCalls)
  return async (body: GenerateBody, signal: AbortSignal): Promise<Written> => {
    try {
      const { replies, incomplete } = await generateReplies({ body, signal })
      return { replies: replies.map((each) => ({ ...each, role_id: body.role_id })), incomplete }
    } finally {
      services.modelChanges.tell()
    }
  }
}
