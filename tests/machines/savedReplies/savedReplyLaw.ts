import { missingIn } from '../../../src/schemas/savedReplies/placeholders'
import { demand, type Law, oneStartPerEvent, sameAs } from '../law'

export const savedReplies: Law = () => (moment) => {
  oneStartPerEvent(moment)
  const { before, event, started, after } = moment
  for (const { id, input } of started) {
    const cause = id === 'save' ? 'form.submit' : 'delete.confirm'
    demand(event.type === cause, moment, `${id} starts by ${cause} alone`)
    const { saved } = input as { saved: unknown }
    demand(sameAs(saved, before.context.opened?.saved), moment, 'what was opened is saved, what was named is deleted')
  }
  if (after.matches('browsing')) demand(after.context.opened === undefined, moment, 'nothing is left open')
  if (event.type === 'saved.insert' && 'saved' in event) {
    const { text } = event.saved as { text: string }
    const lacks = missingIn(text, after.context.author).length > 0
    demand((after.context.unfilled !== undefined) === lacks, moment, 'what cannot be filled in is said, and that alone')
    demand(after.matches(before.value), moment, 'an insertion closes no dialog')
  }
}
