import { counted } from '../counted'
import { nameRequired } from '../crud.words'
export const addCharacter = 'Add AI Character'
export const createCharacter = 'Create AI Character'
export const lead = 'Personas, and the model that each of them uses.'
export const noCharacters = 'No characters yet. A character writes each reply.'
export const deletion = (name: string): string =>
  `${name} can then write no more replies, and its saved replies are deleted too. Replies that were already written stay.`
export const invalidJson = (line: number, column: number): string =>
  `This is not valid JSON: line ${line}, column ${column}.`
export const notAnObject = 'This JSON is not an object: begin with { and end with }.'
export const modelsNotLoaded = "The list of models could not be loaded. Type the model's name."
export const noModels = "The provider lists no models. Type a model's name."
export const unlistedModels = (provider: string, problem: string | null): string =>
  `The models of ${provider} could not be listed. Type a model as “${provider}: its name”.${problem === null ? '' : ` ${problem}`}`
export const chooseModel = 'Select a model, or type its name'
export const moreModels = (count: number): string => `and ${count.toLocaleString()} more: type a part of the name`
export const tokenLimit = (tokens: number): string => `at most ${counted(tokens, 'token')}`
export const secondsPerCall = (seconds: string): string => `${seconds} per call`
export const trialFailed = 'The model could not be tested.'
export const promptHint = 'What the character should do, and must never do.'
export const separatedByCommas = 'Separated by commas.'
export const jsonHint = 'A JSON object, or nothing.'
export const traitsExample = 'dry wit, curious'
export const styleExample = 'one sentence, no hashtags'
export const thinkingHint = 'Thinking makes a model slower and more expensive. A short reply rarely needs it.'
export const learnFromEdits =
  "Learn from my edits: the prompt includes my recent changes to this character's drafts for other posts."
export const providerDefault = "Provider's default"

export const roleMessages = {
  nameRequired,
  modelRequired: 'Model name is required',
  systemPromptRequired: 'System Prompt is required',
  backgroundRequired: 'Background Story is required',
  versionRequired: 'Version is required',
  categoryRequired: 'Category is required',
  languageRequired: 'Language is required',
  confirmDelete: 'Are you sure you want to delete this AI role?',
  created: 'Create AI Role Successful!',
  createFailed: 'Failed to creating AI Role. Please try again.',
  deleted: 'AI Role deleted successfully!',
  deleteFailed: 'Failed to delete AI Role. Please try again.',
  updated: 'AI Role updated successfully!',
  updateFailed: 'Failed to update AI Role. Please try again.',
  idMissing: 'Role ID is missing',
  none: 'No AI roles found. Please create an AI Model first.',
} as const
