import type { GenerateRequest } from './types'

/** A test request that shows whether a model answers. */
export const trial = (model: string): GenerateRequest => ({
  role: {
    name: '',
    model_name: model,
    category: 'A friendly voice',
    system_prompt: 'Answer in one short sentence.',
    personality_traits: [],
    background_story: '',
    instruction_set: [],
    version: '1',
    knowledge_base: {},
    example_conversations: {},
    language: 'English',
  },
  post: { text: 'Our little bakery opens on Saturday at nine.', authorUsername: 'bakery', authorName: 'The bakery' },
  count: 1,
})
