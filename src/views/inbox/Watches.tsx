import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { InboxActsRef } from '../../machines/inbox/inboxActs'
import { atHandle } from '../../schemas/handle'
import { mostWatchesListed, type Watch } from '../../schemas/inbox/inbox'
import * as words from '../../schemas/inbox/inbox.words'
import { accountsPath } from '../../schemas/paths'
import { Button, Time } from '../ui'
import { withLocalTimes } from '../ui/localTimes'

export const Watches = ({ acts, watches }: { acts: InboxActsRef; watches: Watch[] }) => {
  /** The order of the first load, so that no row moves when it is switched. */
  const [foundOn] = useState(() => new Set(watches.filter(({ on }) => on).map(({ account_id }) => account_id)))
  const isFolded = ({ account_id }: Watch) => watches.length > fewWatches && !foundOn.has(account_id)
  const folded = watches.filter(isFolded)
  const shared = sharedPauseOf(watches.filter(({ on }) => on))
  return (
    <section aria-labelledby="watches">
      <h2 id="watches" className="text-lg">
        {words.watchMentions}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{words.watchPrice}</p>
      {watches.length === 0 ? (
        <p className="mt-3 text-sm">
          {words.noAccounts}{' '}
          <Link href={accountsPath} className="text-link font-semibold">
            Add Media Agent
          </Link>
        </p>
      ) : (
        <>
          {shared ? <p className="mt-3 text-sm text-warn-ink wrap-anywhere">{withLocalTimes(shared)}</p> : null}
          <WatchList acts={acts} watches={watches.filter((watch) => !isFolded(watch))} shared={shared} />
          {folded.length > 0 ? (
            <details className="mt-3 text-sm">
              <summary className="min-h-6 leading-6 text-link">{words.moreAccounts(folded.length)}</summary>
              <WatchList acts={acts} watches={folded} shared={shared} />
            </details>
          ) : null}
        </>
      )}
      {watches.length >= mostWatchesListed ? (
        <p className="mt-2 text-xs text-ink-2">{words.onlySome(mostWatchesListed)}</p>
      ) : null}
    </section>
  )
}

const fewWatches = 12

const sharedPauseOf = ([first, ...others]: Watch[]): string | undefined =>
  first?.paused && others.length > 0 && others.every(({ paused }) => paused === first.paused) ? first.paused : undefined

interface WatchListProps {
  acts: InboxActsRef
  watches: Watch[]
  shared?: string | undefined
}

const WatchList = ({ acts, watches, shared }: WatchListProps) => {
  const switching = useSelector(acts, (snapshot) =>
    snapshot.matches('switching') ? snapshot.context.watch?.account_id : undefined,
  )
  const isWriting = useSelector(acts, (snapshot) => snapshot.hasTag('writing'))
  if (watches.length === 0) return null
  return (
    <ul className="mt-3 divide-y divide-line border-y border-line">
      {watches.map((watch) => (
        <li key={watch.account_id} className="flex items-center gap-3 py-2.5">
          <div className="min-w-0 flex-1">
            <p translate="no" className="text-sm font-semibold wrap-anywhere">
              {atHandle(watch.account_username)}
            </p>
            <WatchNote watch={shared === undefined ? watch : { ...watch, paused: null }} />
          </div>
          <Button
            size="sm"
            role="switch"
            aria-checked={watch.on}
            aria-label={words.watch(atHandle(watch.account_username))}
            tone={watch.on ? 'soft' : 'outline'}
            busy={switching === watch.account_id}
            disabled={isWriting}
            onClick={() => acts.send({ type: 'watch.switch', watch })}
          >
            {watch.on ? 'On' : 'Off'}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const WatchNote = ({ watch: { on, by, paused, price_a_day, last_read_at, stream_refused } }: { watch: Watch }) => {
  if (on && paused !== null) return <p className="text-xs text-warn-ink wrap-anywhere">{withLocalTimes(paused)}</p>
  return (
    <p className="text-xs text-ink-2 wrap-anywhere">
      {price_a_day === null ? words.priceUnknown : words.perDay(price_a_day)}
      {on && by === 'stream' ? words.reportedByX : null}
      {on && stream_refused !== null ? words.readFromTimeToTime(stream_refused) : null}
      {on && last_read_at !== null ? (
        <>
          {words.lastRead} <Time value={last_read_at} />
        </>
      ) : null}
    </p>
  )
}
