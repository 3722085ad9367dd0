export const accountEditMessages = {
  updated: 'Account updated successfully!',
  updateFailed: 'Failed to update Account. Please try again.',
  idMissing: 'Account ID is missing',
} as const
