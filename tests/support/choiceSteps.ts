import { bulkTexts } from '../../src/schemas/accounts/bulkChange.words'
import type { bulkChange } from '../machines/crud/listModels'
import type { ReplayOf } from './replay'

/** How a test acts, in the views or in Chromium. Ids are the model's. */
interface Means {
  tick(id: number | string, isChosen: boolean): Promise<unknown>
  click(button: string): Promise<unknown>
  clickInDialog(button: string): Promise<unknown>
}

export const choiceSteps = ({
  tick,
  click,
  clickInDialog,
}: Means): Omit<ReplayOf<typeof bulkChange>['does'], 'list.changed'> => ({
  'choice.add': async ({ accounts }) => {
    for (const { id } of accounts) await tick(id, true)
  },
  'choice.remove': async ({ ids }) => {
    for (const id of ids) await tick(id, false)
  },
  'choice.end': () => click('Done'),
  'change.request': ({ change }) => click(change.kind === 'delete' ? 'Delete selected' : bulkTexts[change.kind].action),
  'change.confirm': () => clickInDialog('Delete'),
  'page.stop': () => clickInDialog('Stop'),
  'dialog.cancel': () => clickInDialog('Cancel'),
})
