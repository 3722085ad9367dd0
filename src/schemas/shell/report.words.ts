import { counted } from '../counted'

export const lead =
  'Saves a file about what this console did, for the administrator of this server. The console sends nothing.'
export const whatHappened = 'What the console did'
export const happenings = (events: number, parts: number, since: string | undefined): string =>
  `${counted(events, 'event')} in ${counted(parts, 'part')}${since === undefined ? '' : `, since ${since}`}`
export const serverCalls = 'Calls to the server'
export const calls = (count: number): string => `${counted(count, 'call')}, with their IDs in the server’s log`
export const alsoIncluded = 'Also included'
export const neverIncluded = 'Never included'
export const surroundings = 'Version, browser, window size and current screen'
export const secrets = 'Passwords, codes, tokens, keys, and links that grant access'
export const replacedOtherwise = 'If a box is not ticked, placeholders of the same length replace its texts.'
export const texts = 'Texts: posts, replies, characters'
export const names = 'Names and addresses: handles, e-mail addresses, links'
export const notSaved = 'The file could not be saved.'
export const notGathered = 'The report could not be created.'
export const preview = 'Preview the file'
export const search = 'Search the file'
export const lineCount = (lines: number, shown: number): string =>
  `${counted(lines, 'line')}${lines > shown ? `. The last ${shown} are shown.` : '.'}`
export const contents = 'Contents of the file'
