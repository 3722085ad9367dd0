export const modelGone = (model: string, character: string, said: string): string =>
  `${model} is gone. Choose another model for ${character}. The model provider ${said}`
export const thisCharacter = 'this character'
export const mayBeMisread = (why: string): string => `may be misread: ${why}`
export const hiddenRemoved = (what: string): string => `contained ${what}, which the server removed`
export const provider = (said: string): string => `The model provider ${said}`
export const tooFew = (found: number, asked: number): string =>
  `The model provider wrote only ${found} different replies of ${asked}`
export const listOfModels = 'a list of models'
export const noAnswerWithin = (seconds: number): string => `The model provider did not answer within ${seconds} s`
export const unreachable = (reason: string): string => `The model provider could not be reached: ${reason}`
export const refused = 'models: the provider refused a call'
export const brokeOff = (reason: string): string => `The model provider broke off: ${reason}`
export const unexpected = (wanted: string): string => `The model provider answered something that is not ${wanted}`
export const redirects = (status: number): string => `redirects (HTTP status ${status}): check its address`
export const asksToWait = (seconds: number): string => `; it asks to wait ${seconds} s`
export const httpStatus = (status: number): string => `HTTP status ${status}`
export const failedBecause = (reason: string): string => `failed: ${reason}`
export const refusedBecause = (reason: string): string => `refused: ${reason}`
export const ofRequest = (said: string, id: string): string => `${said} (request ${id})`
export const mayDecline = 'the model may have declined to write it'
export const contentFilter = 'refused: its content filter stopped the answer'
export const brokeOffInAnswer = 'broke off in the middle of its answer'
export const spentOnReasoning = ', all of it spent on reasoning'
export const reachedLength = (spent: string): string => `reached its length limit${spent}`
export const modelFailed = 'broke off: its model failed'
export const onlyEmpty = 'answered only with empty replies'
export const noText = 'answered without any text'
export const onlyReasoning = 'answered only with its reasoning'
export const noList = (content: string): string => `answered something that is not a list of replies: ${content}`
export const repeatsPost = (words: string): string => `repeats the post: “${words}”`
export const inventedNames = (names: string): string => `names something that no source contains: ${names}`
export const tagText = 'text in tag characters'
export const zeroWidth = 'characters without width'
export const directionMarks = 'marks that change the writing direction'
export const variationSelectors = 'variation selectors'
export const otherInvisible = 'other invisible characters'
export const invisibleCharacters = (count: number, kinds: string): string =>
  `${count} invisible ${count === 1 ? 'character' : 'characters'} (${kinds})`
export const anotherLanguage = 'another language'
export const otherLanguage = (found: string, wanted: string): string => `is in ${found}, not in ${wanted}`
export const nearlyEarlier = (reply: string): string => `nearly repeats an earlier reply: “${reply}”`
export const sameOpening = (words: string): string => `begins like an earlier reply of this character: “${words}”`
export const machineWords = (words: string): string => `sounds like a machine: “${words}”`
export const severalLists = 'the answer contained several lists'
export const badNumbers = 'the numbers of its list are not in order'
export const otherLength = 'the answer was a list of another length'
export const wordsBefore = 'there were other words before its list'
export const wordsToReader = 'it may be addressed to the person who asked'
export const besideQuotes = 'there are words beside its quotation marks'
export const severalReplies = 'the answer contained several replies'
export const wordsAfter = 'words after its list were left out'
export const otherLines = 'a line after the first may not belong to it'
export const noNumbers = 'the lines of the answer had no numbers'
export const noListButWords = 'the answer was text instead of a list'
export const inElement = (name: string): string => `it was in an element called “${name}”`
export const inField = (name: string): string =>
  name === '' ? 'it was in a field without a name' : `it was in a field called “${name}”`
export const severalFields = 'more than one of its fields may be the reply'
export const listInText = 'the answer was one text that contained a list'
export const codes = 'it contained HTML or JSON escape codes'
export const labels = 'each of its texts begins or ends with a possible label'
export const providerNamed = (name: string): string => `The model provider ${name}`
export const listNotLoaded = 'models: one provider did not list its models'
export const noProvider = (name: string): string =>
  `No model provider is called “${name}”. Choose another model for this character`
export const brokenJson = 'answered with broken JSON'
export const jsonWithoutEnd = 'the answer was JSON without its end'
export const halfQuoted = 'only some of its texts have quotation marks around them'
export const besideList = 'there were other words beside its list'
export const unescapedQuotes = 'the answer was JSON with unescaped quotation marks'
export const repeatedForm = 'repeated the example of the answer'
export const tooManyTexts = 'the answer contained more texts than requested'
export const mayBeSeveral = 'it may contain several replies'
export const fromThoughts = 'the model wrote it among its thoughts'
export const thought = "it may contain the model's thoughts"
export const machineSigns = 'it contains machine markup'
export const notReply = 'it may not be a reply'
export const promptTooLong = (tokens: string, model: string, most: string): string =>
  `The prompt and its answer need about ${tokens} tokens, and ${model} accepts ${most}. Shorten the character or choose another model. Nothing was sent.`
export const mayBeLabel = 'it may begin with a label'
export const openQuote = 'it begins with a quotation mark and has no closing one'
