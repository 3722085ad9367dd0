import { expect, it } from 'vitest'
import { messages } from '../../src/schemas/messages'

const textsIn = (texts: unknown): string[] =>
  typeof texts === 'string'
    ? [texts]
    : typeof texts === 'object' && texts !== null
      ? Object.values(texts).flatMap(textsIn)
      : []

const specified = `
X post link is required
AI Model selection is required
Reply count must be at least 1
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

it('holds every text of the specification, letter by letter', () => {
  const texts = new Set(textsIn(messages))
  expect(specified.filter((text) => !texts.has(text))).toEqual([])
  expect(messages.reply.countMaximum(7)).toBe('Maximum value is 7')
})

it('uses the words of the specification for one media agent, and a number for several', () => {
  const { confirm, deleting, deleted, failed } = messages.bulkDelete
  expect([1, 2].map(confirm)).toEqual([
    'Are you sure you want to delete this Media Agent?',
    'Are you sure you want to delete 2 Media Agents?',
  ])
  expect([1, 2].map(deleting)).toEqual(['Deleting 1 Media Agent', 'Deleting 2 Media Agents'])
  expect([1, 2].map(deleted)).toEqual(['Media Agent deleted successfully!', '2 Media Agents deleted successfully!'])
  expect(failed(2, 5)).toBe('Failed to delete 2 of 5 Media Agents.')
})
