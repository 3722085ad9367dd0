import { expect, it } from 'vitest'
import * as words from '../../src/schemas/characters/characters.words'

it('the sentences of characters', () => {
  expect({
    ...words,
    roleMessages: undefined,
    deletion: words.deletion('name'),
    invalidJson: [words.invalidJson(1, 1), words.invalidJson(3, 4)],
    unlistedModels: [words.unlistedModels('provider', null), words.unlistedModels('provider', 'problem')],
    moreModels: [words.moreModels(1), words.moreModels(3)],
    tokenLimit: [words.tokenLimit(1), words.tokenLimit(3)],
    secondsPerCall: words.secondsPerCall('seconds'),
  }).toEqual({
    addCharacter: 'Add AI Character',
    jsonHint: 'A JSON object, or nothing.',
    createCharacter: 'Create AI Character',
    lead: 'Personas, and the model that each of them uses.',
    noCharacters: 'No characters yet. A character writes each reply.',
    deletion:
      'name can then write no more replies, and its saved replies are deleted too. Replies that were already written stay.',
    invalidJson: ['This is not valid JSON: line 1, column 1.', 'This is not valid JSON: line 3, column 4.'],
    notAnObject: 'This JSON is not an object: begin with { and end with }.',
    modelsNotLoaded: "The list of models could not be loaded. Type the model's name.",
    noModels: "The provider lists no models. Type a model's name.",
    unlistedModels: [
      'The models of provider could not be listed. Type a model as “provider: its name”.',
      'The models of provider could not be listed. Type a model as “provider: its name”. problem',
    ],
    chooseModel: 'Select a model, or type its name',
    moreModels: ['and 1 more: type a part of the name', 'and 3 more: type a part of the name'],
    tokenLimit: ['at most 1 token', 'at most 3 tokens'],
    secondsPerCall: 'seconds per call',
    trialFailed: 'The model could not be tested.',
    promptHint: 'What the character should do, and must never do.',
    separatedByCommas: 'Separated by commas.',
    traitsExample: 'dry wit, curious',
    styleExample: 'one sentence, no hashtags',
    thinkingHint: 'Thinking makes a model slower and more expensive. A short reply rarely needs it.',
    learnFromEdits:
      "Learn from my edits: the prompt includes my recent changes to this character's drafts for other posts.",
    providerDefault: "Provider's default",
  })
})
