import { counted } from '../counted'
import { nameRequired } from '../crud.words'

export const lead = 'Sets of accounts to post through.'
export const noGroups = 'No groups yet. A batch posts through the accounts of one group.'
export const seeMediaAgents = 'See its media agents'
export const deletion = (accounts: number | undefined): string =>
  accounts === undefined
    ? 'Accounts in this group stay connected, without a group.'
    : accounts === 0
      ? 'This group has no accounts.'
      : `${counted(accounts, 'account')} ${accounts === 1 ? 'is' : 'are'} in this group. ${accounts === 1 ? 'It stays' : 'They stay'} connected, without a group.`

export const groupMessages = {
  nameRequired,
  descriptionRequired: 'Description is required',
  confirmDelete: 'Are you sure you want to delete this Group?',
  created: 'Create Group Successful!',
  createFailed: 'Failed to creating Group. Please try again.',
  deleted: 'Group deleted successfully!',
  deleteFailed: 'Failed to delete Group. Please try again.',
  updated: 'Group updated successfully!',
  updateFailed: 'Failed to update Group. Please try again.',
  loadFailed: 'Failed to load Group details.',
  idMissing: 'Group ID is missing',
  none: 'No groups found. Please create a group first.',
} as const
