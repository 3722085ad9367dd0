import { Readable } from 'node:stream'

/** A comment, which readers pass over (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation). */
const beat = ':\n\n'

/**
 * Server-sent events of which only the latest matters. A reader that is slower than the news gets the latest once it
 * takes something again: nothing piles up for it here.
 */
export class LatestEvent extends Readable {
  #latest: string | undefined
  #isWanted = false
  #missedBeats = 0

  constructor() {
    super({ highWaterMark: 1 })
  }

  /** @param id without line breaks; the reader gets it as the event's data, too. */
  tell(event: string, id: string): void {
    this.#latest = `event: ${event}\nid: ${id}\ndata: ${id}\n\n`
    if (this.#isWanted) this.#push(this.#latest)
  }

  /**
   * Keeps proxies from taking the connection for a dead one.
   *
   * @returns how many beats in a row found a reader who takes nothing.
   */
  beat(): number {
    if (this.#isWanted) this.#push(beat)
    else this.#missedBeats += 1
    return this.#missedBeats
  }

  /** Ends it, at once where its reader takes nothing. */
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
