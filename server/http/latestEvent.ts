import { Readable } from 'node:stream'

/**
 * A comment, which readers ignore
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation).
 */
const beat = ':\n\n'

/**
 * Server-sent events of which only the latest matters. A slow reader gets the latest event when they read again, so
 * nothing accumulates here.
 */
export class LatestEvent extends Readable {
  #latest: string | undefined
  #isWanted = false
  #missedBeats = 0

  constructor() {
    super({ highWaterMark: 1 })
  }

  /** @param id without line breaks; also the event's data. */
  tell(event: string, id: string): void {
    this.#latest = `event: ${event}\nid: ${id}\ndata: ${id}\n\n`
    if (this.#isWanted) this.#push(this.#latest)
  }

  /**
   * Shows proxies that the connection is in use.
   *
   * @returns the number of consecutive beats that the reader did not read.
   */
  beat(): number {
    if (this.#isWanted) this.#push(beat)
    else this.#missedBeats += 1
    return this.#missedBeats
  }

  /** Ends the stream, at once if the reader does not read. */
  end(): void {
    if (!this.#isWanted) this.destroy()
    this.#isWanted = false
    this.push(null)
  }

  override _read(): void {
    this.#isWanted = true
    this.#missedBeats = 0
    if (this.#latest !== undefined) this.#push(this.#latest)
  }

  #push(text: string): void {
    this.#isWanted = false
    if (text === this.#latest) this.#latest = undefined
    this.push(text)
  }
}
