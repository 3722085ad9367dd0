import { examplesOf, type Role } from './roles'

/** An estimate: four Latin characters per token, one character of other scripts. */
export const estimatedTokens = (text: string): number => {
  const others = text.match(/[\u0250-\uffff]/g)?.length ?? 0
  return others + Math.ceil((text.length - others) / 4)
}

export const tokensPerReply = 60

export const tokensOfPrompt = ({ role, postText, count }: { role: Role; postText: string; count: number }): number =>
  tokensOfRules + count * tokensOfAngle + tokensOfRole(role) + estimatedTokens(postText)

const tokensOfRole = (role: Role): number => {
  const examples = examplesOf(role)
  const texts = [
    ...[role.system_prompt, role.name, role.category, role.background_story, role.language],
    ...role.personality_traits,
    ...role.instruction_set,
    JSON.stringify(role.knowledge_base),
    examples.length > 0 ? '' : JSON.stringify(role.example_conversations),
    ...examples.flatMap(({ post, reply }) => [post, reply]),
  ]
  return estimatedTokens(texts.join('\n')) + examples.length * tokensOfTask
}

const tokensOfTask = 36

const tokensOfRules = 300

const tokensOfAngle = 12

export const isTooLong = (tokens: number, most: number): boolean => tokens > most * 1.2
