import { afterAll, afterEach } from 'vitest'
import { onLaunch } from './chromium'
import { takeFromOpenPages, takeLeft, watchPages } from './leftRecordings'

onLaunch.add(watchPages)

const replayLeft = async () => {
  const left = takeLeft()
  if (left.length === 0) return
  const { partingsOf } = await import('./partings')
  const parted = left.flatMap(partingsOf)
  if (parted.length > 0) throw new Error(parted.join('\n'))
}

afterEach(replayLeft)
afterAll(async () => {
  await takeFromOpenPages()
  await replayLeft()
})
