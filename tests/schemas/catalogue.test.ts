import { expect, it } from 'vitest'
import { messages } from '../../src/schemas/messages'
import { queueMessages } from '../../src/schemas/queue'
import { savedReplyMessages } from '../../src/schemas/savedReplies'

type Texts = string | ((...counts: number[]) => string) | { readonly [key: string]: Texts }

const textsIn = (texts: Texts): string[] => {
  if (typeof texts === 'string') return [texts]
  if (typeof texts === 'function') return [texts(7, 9).replace('7', '{max}').replace('9', '{of}')]
  return Object.values(texts).flatMap(textsIn)
}

const specified = `
X post link is required
AI Model selection is required
Reply count must be at least 1
Maximum value is {max}
Group selection is required
Media Agent selection is required
Content is required
Fetch tweet content first!
Name is required
Model name is required
System Prompt is required
Background Story is required
Version is required
Category is required
Language is required
Are you sure you want to delete this AI role?
Email is required
Invalid email address
Password is required
Password must be at least 3 characters long
Username is required
Password must be at least 6 characters long
Description is required
Are you sure you want to delete this Group?
Client ID is required
Client Secret is required
API Key is required
API Secret is required
Access Token is required
Access Token Secret is required
Group is required
No groups found. Please create a group first.
Are you sure you want to delete this Media Agent?
Get content success!
Get content fail.
Replies posted successfully!
An error occurred
Failed to post replies. Please try again.
Reply content updated successfully!
Failed to update Reply content. Please try again.
Copied
Oops, unable to copy
Create AI Role Successful!
Failed to creating AI Role. Please try again.
AI Role deleted successfully!
Failed to delete AI Role. Please try again.
AI Role updated successfully!
Failed to update AI Role. Please try again.
Media Agent deleted successfully!
Failed to delete Media Agent. Please try again.
Create User Successful!
Failed to adding user. Please try again.
All users added successfully!
Failed to add users from CSV.
Account updated successfully!
Failed to update Account. Please try again.
Create Group Successful!
Failed to creating Group. Please try again.
Group deleted successfully!
Failed to delete Group. Please try again.
Group updated successfully!
Failed to update Group. Please try again.
Failed to load Group details.
Login Successful!
Registration Successful!
Role ID is missing
Group ID is missing
Account ID is missing
No AI roles found. Please create an AI Model first.
No Media Agent found. Please create a group first.
Task not found.
No items found.
No results.
Loading...
Logging in...
Signing Up...
Updating in...
Processing...
`
  .trim()
  .split('\n')

/**
 * Messages for cases without a text in the specification: a link without a post, a count that is no whole number,
 * several deleted media agents, an answer without replies, and a crashed part of the console.
 */
const own = [
  'Paste a link to one post on x.com or twitter.com',
  'Reply count must be a whole number',
  'Are you sure you want to delete {max} Media Agents?',
  'Deleting {max} Media Agents',
  '{max} Media Agents deleted successfully!',
  'Failed to delete {max} of {of} Media Agents.',
  'The model wrote no reply. Try again, or choose another character.',
  'A list stopped because of an error. Reload the page to load it again.',
  'One reply stopped because of an error. Its text is kept.',
  'The composer stopped because of an error. Your draft is kept.',
  'The edit dialog stopped because of an error. What you typed is kept.',
  'The end of this session in another tab cannot be noticed any more.',
  'The import stopped because of an error. The media agents added before it are in the list.',
  'What is being sent is no longer followed here. History says what became of it.',
  'Fewer replies came than were asked for.',
  'That you came back from X is no longer noticed here. Check asks X for the post.',
  'X shows it: completed.',
  'Taken back: nothing was sent.',
  'It cannot be loaded again right now. It is tried again by itself.',
  '{max} replies were cancelled.',
  'Nothing in this task waits to be sent any more.',
  'The last reply is still being sent. Try again in a moment.',
  'Nobody here replies to them any more.',
  'Mentions are watched for.',
  'Mentions are no longer watched for.',
  'Added to the do-not-reply list.',
  'They could not be added to the do-not-reply list. Please try again.',
  'They may be replied to again.',
  'They could not be taken off the do-not-reply list. Please try again.',
  'Password set. Login with it.',
  'Setting...',
  'The link is not whole. Open it as it was sent to you.',
  'What you do here is no longer kept on this device. Send it before you close the page.',
]

it('holds every text of the specification, letter by letter', () => {
  expect(new Set(textsIn(messages))).toEqual(new Set([...specified, ...own]))
})

it('says of saved replies and of the queue what the specification has no words for', () => {
  expect(textsIn(savedReplyMessages)).toEqual([
    'Name is required',
    'Text is required',
    'Delete this saved reply?',
    'Saved reply added.',
    'The saved reply could not be added. Please try again.',
    'Saved reply changed.',
    'The saved reply could not be changed. Please try again.',
    'Saved reply deleted.',
    'The saved reply could not be deleted. Please try again.',
  ])
  expect(textsIn(queueMessages)).toEqual([
    'This post could not be read. Get Content says why.',
    'The file could not be read. Is it a text or CSV file of at most 1 MB?',
    'Not all files could be read. Are they text or CSV files of at most 1 MB each?',
    'The queue is no longer kept on this device. Send what matters before you close the page.',
    'No replies were written.',
    'No replies were prepared: nobody they would be sent through may answer this post by API.',
    'No replies were prepared.',
    'Replies were asked for before, in another tab or before the page was left. Each request costs.',
    'The queue no longer sees what the composer sends. Reload the page.',
  ])
})

it('names one media agent in the words of the specification, and several by their number', () => {
  const { confirm, deleting, deleted, failed } = messages.bulkDelete
  expect([1, 2].map(confirm)).toEqual([
    'Are you sure you want to delete this Media Agent?',
    'Are you sure you want to delete 2 Media Agents?',
  ])
  expect([1, 2].map(deleting)).toEqual(['Deleting 1 Media Agent', 'Deleting 2 Media Agents'])
  expect([1, 2].map(deleted)).toEqual(['Media Agent deleted successfully!', '2 Media Agents deleted successfully!'])
  expect(failed(2, 5)).toBe('Failed to delete 2 of 5 Media Agents.')
})
