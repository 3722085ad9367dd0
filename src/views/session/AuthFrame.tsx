import { type ReactNode, useEffect } from 'react'
import { productName } from '../../routes'
import { MarkHydrated } from '../ui/hydrated'
import { Wordmark } from '../ui/Logo'
import orbits from './orbits.svg'

/**
 * The form's position depends only on the window's height: messages do not move it, and it can be painted before the
 * rest of the page.
 */
export const AuthFrame = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title])
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(26rem,1fr)_1.05fr]">
      <div className="flex min-w-0 flex-col px-5 py-5 sm:px-10 sm:py-8">
        <header>
          <a href="/" className="inline-flex rounded-md py-1">
            <Wordmark />
          </a>
        </header>
        <main className="mx-auto w-full max-w-100 pt-[max(2.5rem,calc(50svh-18rem))] pb-10">
          <h1 tabIndex={-1} className="text-[2.625rem] leading-none tracking-[-0.055em]">
            {title}
          </h1>
          <p className="mt-3 mb-7 text-lg text-ink-2">{lead}</p>
          {children}
        </main>
      </div>
      <div className="sticky top-3 my-3 mr-3 hidden h-[calc(100dvh-1.5rem)] overflow-hidden rounded-xl bg-night lg:block">
        <img src={orbits} alt="" loading="lazy" className="size-full" />
      </div>
      <MarkHydrated />
    </div>
  )
}
