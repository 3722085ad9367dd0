import type { bulkDelete } from '../machines/crud/listModels'
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
}: Means): Omit<ReplayOf<typeof bulkDelete>['does'], 'list.changed'> => ({
  'choice.add': async ({ ids }) => {
    for (const id of ids) await tick(id, true)
  },
  'choice.remove': async ({ ids }) => {
    for (const id of ids) await tick(id, false)
  },
  'choice.end': () => click('Done'),
  'delete.request': () => click('Delete selected'),
  'delete.confirm': () => clickInDialog('Delete'),
  'page.stop': () => clickInDialog('Stop'),
  'dialog.cancel': () => clickInDialog('Cancel'),
})
