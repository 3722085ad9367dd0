export const textRequired = 'Text is required'
export const oneLine = 'Use a single line'
export const noPlaceholder = (written: string, offered: string) =>
  `${written} is not a placeholder. Write ${offered}, or no braces`

export const title = 'Saved replies'
export const description = ['Texts to insert while you edit a reply of', 'at most'] as const
export const add = 'Add saved reply'
export const none = 'No saved replies. Openings go before the text; full replies replace it.'
export const edit = (name: string) => `Edit ${name}`
export const remove = (name: string) => `Delete ${name}`
export const confirmDelete = 'Delete this saved reply?'
export const deleteDetail = 'will be deleted. Replies that were written with it stay.'

export const editTitle = 'Edit saved reply'
export const nameHint = 'You find it by this name.'
export const fullReply = 'Full reply'
export const openingFirst = 'Opening, before the text'
export const placeholderHint =
  '{name} becomes the name of the post’s author, {handle} the author’s @handle. X shows the author above every reply, so use {handle} only if a sentence needs it.'
export const added = 'Saved reply added.'
export const addFailed = 'The saved reply could not be added. Please try again.'
export const changed = 'Saved reply changed.'
export const changeFailed = 'The saved reply could not be changed. Please try again.'
export const deleted = 'Saved reply deleted.'
export const deleteFailed = 'The saved reply could not be deleted. Please try again.'

export const insert = 'Insert saved reply'
export const saveText = 'Save this text as a saved reply'
export const notLoaded = 'Saved replies could not be loaded.'
export const noneForCharacter =
  'This character has no saved replies yet. Save this text, or add some on the character’s page.'
export const search = 'Search saved replies'
export const noMatch = (query: string) => `No saved reply contains “${query}”.`
export const aFullReply = 'A full reply'
export const places = { all: 'replaces the text', caret: 'goes in at the cursor' }
export const unfilled = (name: string, missing: readonly ('name' | 'handle')[]) =>
  `“${name}” needs ${missing.map((each) => `{${each}}`).join(' and ')}, and this post has none. Nothing was inserted.`
