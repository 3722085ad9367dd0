import { counted } from '../counted'
import { bulkDeleteMessages, deletionOfOne, deletionOfSeveral } from './accounts.words'

const agents = (count: number): string => counted(count, 'media agent')

/** Of a change of several media agents. `failed` is about `count` of all that were tried. */
export const bulkTexts = {
  group: {
    action: 'Set group',
    busy: 'Setting group...',
    question: (count: number): string => `Set the group of ${agents(count)}`,
    detail: (_: number): string | undefined => undefined,
    doing: (count: number): string => `Setting the group of ${agents(count)}`,
    done: (count: number): string => `The group of ${agents(count)} is set.`,
    failed: (count: number, tried: number): string => `The group of ${count} of ${agents(tried)} was not set.`,
  },
  check: {
    action: 'Check and activate',
    busy: 'Checking...',
    detail: (_: number): string | undefined => 'Media agents that X accepts become active.',
    doing: (count: number): string => `Checking ${agents(count)}`,
    done: (count: number): string => `X accepts ${agents(count)}.`,
    failed: (count: number, tried: number): string => `The check of ${count} of ${agents(tried)} failed.`,
  },
  deactivate: {
    action: 'Deactivate',
    busy: 'Deactivating...',
    question: (count: number): string => `Deactivate ${agents(count)}?`,
    detail: (_: number): string | undefined =>
      'Inactive media agents send nothing. Their queued replies wait until you check and activate them.',
    doing: (count: number): string => `Deactivating ${agents(count)}`,
    done: (count: number): string => `${agents(count)} deactivated.`,
    failed: (count: number, tried: number): string => `${count} of ${agents(tried)} could not be deactivated.`,
  },
  delete: {
    action: 'Delete',
    busy: 'Deleting...',
    question: bulkDeleteMessages.confirm,
    detail: (count: number): string | undefined => (count === 1 ? deletionOfOne : deletionOfSeveral),
    doing: bulkDeleteMessages.deleting,
    done: bulkDeleteMessages.deleted,
    failed: bulkDeleteMessages.failed,
  },
} as const
export type BulkTask = keyof typeof bulkTexts

export const bulkEnded = (task: BulkTask, results: readonly { detail: string | null }[]): string => {
  const reasons = results.flatMap(({ detail }) => detail ?? [])
  const { done, failed } = bulkTexts[task]
  return reasons.length > 0 ? `${failed(reasons.length, results.length)} ${reasons.at(-1)}` : done(results.length)
}

export const bulkProgress = (done: number, failed: number, total: number): string =>
  `${done} done, ${failed} failed, of ${total}`
export const bulkReport = (done: number, failed: number, total: number): string =>
  `${done} of ${total} done, ${failed} failed, ${total - done - failed} not reached.`
