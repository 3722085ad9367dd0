// Loaded by `node --import`: adds the milliseconds in the file of CLOCK_SHIFT_FILE to the server's clock.
import { readFileSync } from 'node:fs'

const RealDate = Date
let shift = 0

const readShift = () => {
  try {
    shift = Number(readFileSync(process.env.CLOCK_SHIFT_FILE ?? '', 'utf8')) || 0
  } catch {
    shift = 0
  }
}
readShift()
setInterval(readShift, 20).unref()

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...given)
  }

  static now() {
    return RealDate.now() + shift
  }
}
