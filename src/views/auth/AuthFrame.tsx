import { type ReactNode, useEffect } from 'react'
import { MarkHydrated } from '../ui/hydrated'
import { Wordmark } from '../ui/Logo'
import orbits from './orbits.svg'

/** The two halves of the login and sign-up pages: the form and, where there is room, the characters on their orbits. */
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
        <img src={orbits} alt="" loading="lazy" className="size-full" />
      </div>
      <MarkHydrated />
    </div>
  )
}
