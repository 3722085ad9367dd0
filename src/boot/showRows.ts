import { pageSizeKey, rememberedSize } from '../schemas/tableState'
import { apiBase } from '../services/api/apiBase'
import { bootAnswers } from '../services/api/earlyAnswers'
import { openStorage } from '../services/storage/openStorage'
import { firstReadsOf } from './firstReads'
import { showFirstRows } from './rows'
import { firstFrame } from './showFrame'

/** Runs on the media agents' page before the console's code is requested. */
const { search } = window.location
const [address = ''] = firstReadsOf(document)

/** The code is requested when the answer begins, so that it arrives with the answer. */
const readList = async () => {
  const answer = await bootAnswers.peek(`${apiBase}${address}`)
  askForCode()
  return answer?.json()
}

/** If no answer comes, the console's own script requests the code. */
const askForCode = () => {
  const later = document.getElementById('later')
  if (later instanceof HTMLTemplateElement) document.head.append(later.content)
}

/** Operators who return to a row wait for the console, which restores the focus. */
const comesBack = window.history.state !== null

void firstFrame
  .then((frame) =>
    frame && !comesBack
      ? showFirstRows(frame, search, readList, rememberedSize(openStorage(() => localStorage).getItem(pageSizeKey)))
      : undefined,
  )
  .catch(() => undefined)
  .then(askForCode)
