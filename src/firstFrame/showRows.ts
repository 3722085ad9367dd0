import { bootAnswers } from '../services/earlyAnswers'
import { firstReadsOf } from '../services/firstReads'
import { showFirstRows } from './rows'
import { firstFrame } from './showFrame'

/** Runs on the media agents' page alone, before the console's code has arrived. */
const { pathname, search } = window.location
const [address = ''] = firstReadsOf(pathname)
const readList = async () =>
  (await bootAnswers.peek(`${import.meta.env.VITE_API_BASE_URL || '/api/v1'}${address}`))?.json()

void firstFrame.then((frame) => frame && showFirstRows(frame, search, readList)).catch(() => undefined)
