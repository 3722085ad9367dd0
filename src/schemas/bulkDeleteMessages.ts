import { accountMessages } from './accountMessages'

/** The specification's words for one media agent, and the same for several. */
export const bulkDeleteMessages = {
  confirm: (count: number): string =>
    count === 1 ? accountMessages.confirmDelete : `Are you sure you want to delete ${count} Media Agents?`,
  deleting: (count: number): string => (count === 1 ? 'Deleting 1 Media Agent' : `Deleting ${count} Media Agents`),
  deleted: (count: number): string =>
    count === 1 ? accountMessages.deleted : `${count} Media Agents deleted successfully!`,
  failed: (count: number, tried: number): string => `Failed to delete ${count} of ${tried} Media Agents.`,
} as const
