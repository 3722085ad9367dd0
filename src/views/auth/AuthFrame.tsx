import { type ReactNode, Suspense, useEffect } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary'
import { MarkHydrated } from '../ui/hydrated'
import { Wordmark } from '../ui/Logo'
import { late } from '../ui/late'

export const Orbits = late(() => import('./Orbits'))

/** Decoration: whoever sends the form before its code is there must not have it drawn anew, so it is one element for good. */
const decoration = (
  <ErrorBoundary fallback={() => null}>
    <Suspense>
      <Orbits className="size-full" />
    </Suspense>
  </ErrorBoundary>
)

/** The two halves of the login and sign-up pages: the form, and the characters on their orbits, which React takes over later. */
export const AuthFrame = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Auto Comment Bot`
  }, [title])
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(26rem,1fr)_1.05fr]">
      <div className="flex min-w-0 flex-col px-5 py-5 sm:px-10 sm:py-8">
        <header>
          <a href="/" className="inline-flex rounded-md py-1">
            <Wordmark />
          </a>
        </header>
        <main className="mx-auto flex w-full max-w-100 flex-1 flex-col justify-center py-10">
          <h1 tabIndex={-1} className="text-[2.625rem] leading-none tracking-[-0.055em]">
            {title}
          </h1>
          <p className="mt-3 mb-7 text-lg text-ink-2">{lead}</p>
          {children}
        </main>
      </div>
      <div
        id="orbits"
        className="sticky top-3 my-3 mr-3 hidden h-[calc(100dvh-1.5rem)] overflow-hidden rounded-xl bg-night lg:block"
      >
        {decoration}
      </div>
      <MarkHydrated />
    </div>
  )
}
