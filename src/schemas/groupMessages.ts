export const groupMessages = {
  nameRequired: 'Name is required',
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
