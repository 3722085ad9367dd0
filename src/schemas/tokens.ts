import { examplesOf, type Role } from './roles'

/** Of Latin script about four characters make a token, of every other about one: estimated, never counted. */
export const estimatedTokens = (text: string): number => {
  const others = text.match(/[\u0250-\uffff]/g)?.length ?? 0
  return others + Math.ceil((text.length - others) / 4)
}

/** What a model writes for one reply, the JSON around it included, before anybody has seen it. */
export const tokensPerReply = 60

/** What a prompt will have that asks for so many replies: estimated before it is built. */
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

/** What stands around an example conversation. */
const tokensOfTask = 36

/** What stands around the character and the post: rules, the form of the answer, how replies began lately. */
const tokensOfRules = 300

/** What tells one reply what to be about. */
const tokensOfAngle = 12

/** Whether a model does not take so many: they are estimated, so what is slightly over is left to its provider. */
export const isTooLong = (tokens: number, most: number): boolean => tokens > most * 1.2
