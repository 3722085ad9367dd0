import { pageSizeKey, rememberedSize } from '../schemas/tableState'
import { apiBase } from '../services/apiBase'
import { bootAnswers } from '../services/earlyAnswers'
import { openStorage } from '../services/openStorage'
import { firstReadsOf } from './firstReads'
import { showFirstRows } from './rows'
import { firstFrame } from './showFrame'

/** Runs on the media agents' page alone, before the console's code is asked for. */
const { search } = window.location
const [address = ''] = firstReadsOf(document)

/** The code is asked for when the answer begins, and so comes when the answer has come. */
const readList = async () => {
  const answer = await bootAnswers.peek(`${apiBase}${address}`)
  askForCode()
  return answer?.json()
}

/** Once. Where no answer comes, the console's own script asks. */
const askForCode = () => {
  const later = document.getElementById('later')
  if (later instanceof HTMLTemplateElement) document.head.append(later.content)
}

/** Who comes back to a row waits for the console, which puts the focus there. */
const comesBack = window.history.state !== null

void firstFrame
  .then((frame) =>
    frame && !comesBack
      ? showFirstRows(frame, search, readList, rememberedSize(openStorage(() => localStorage).getItem(pageSizeKey)))
      : undefined,
  )
  .catch(() => undefined)
  .then(askForCode)
