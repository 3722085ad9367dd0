import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ButtonTone, buttonClass } from '../views/ui/buttonClass'
import { cx } from '../views/ui/cx'
import { Face, type FaceKind } from '../views/ui/Face'
import { aiCharactersUrl, xpressAiUrl } from './config'

export const Features = () => (
  <section id="features" aria-labelledby="features-title" className="border-b border-line bg-surface">
    <div className="mx-auto max-w-[90rem] px-5 py-16 md:px-16 md:py-24">
      <h2 id="features-title" className="text-3xl tracking-[-0.04em]">
        Two ways to join the conversation
      </h2>
      <div className="mt-9 grid gap-4 md:mt-12 md:gap-6 lg:grid-cols-[0.47fr_0.53fr]">
        <Offer
          title="XpressAI"
          href={xpressAiUrl}
          tone="primary"
          className="border border-line bg-canvas"
          picture={<OwnHandle />}
        >
          For retailers, creators, founders and indie brands. Connect your own X account and AI replies with your own
          handle. You choose the model, tone, topics and frequency.
        </Offer>
        <Offer
          title="AI Characters"
          href={aiCharactersUrl}
          tone="accent"
          className="bg-night text-on-night"
          textClass="text-on-night-2"
          picture={<Cast />}
        >
          For businesses. A fleet of pre-created X accounts with distinct personas engages audiences at scale. Pick
          topics, keywords and attitude, launch, and follow results in History. It suits launches, campaigns and
          community growth, with no account management needed.
        </Offer>
      </div>
    </div>
  </section>
)

type OfferProps = {
  title: string
  href: string
  tone: ButtonTone
  className: string
  textClass?: string
  picture: ReactNode
  children: ReactNode
}

const Offer = ({ title, href, tone, className, textClass = 'text-ink-2', picture, children }: OfferProps) => (
  <article className={cx('flex min-w-0 flex-col rounded-[2rem] p-5 md:p-9', className)}>
    <div aria-hidden="true" className="flex flex-1 flex-col justify-center">
      {picture}
    </div>
    <h3 className="mt-8 text-[1.75rem] leading-9 tracking-[-0.03em] md:text-2xl">{title}</h3>
    <p className={cx('mt-2 max-w-[31rem] text-lg lg:min-h-26', textClass)}>{children}</p>
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className={buttonClass({ tone, size: 'lg', className: 'mt-6 self-start max-md:w-full' })}
    >
      Open {title}
      <ArrowUpRight aria-hidden="true" className="size-4.5" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  </article>
)

const chip = 'rounded-full border px-2.5 py-1 text-sm font-semibold'
const chosen = cx(chip, 'border-transparent bg-primary-soft text-primary-ink')
const other = cx(chip, 'border-line text-ink-2')

const OwnHandle = () => (
  <div>
    <p className="flex items-center gap-3 font-bold">
      <span className="inline-flex size-11 items-center justify-center rounded-full bg-accent text-xl text-on-accent">
        @
      </span>
      your handle
    </p>
    <dl className="mt-4 divide-y divide-line rounded-xl border border-line bg-surface px-5 py-1.5 text-md shadow-2 *:flex *:min-h-12.5 *:items-center *:justify-between *:gap-4 lg:ml-6">
      <div>
        <dt className="text-ink-2">Model</dt>
        <dd className="font-bold">gpt-4o-mini</dd>
      </div>
      <div>
        <dt className="text-ink-2">Tone</dt>
        <dd className="flex gap-1.5">
          <span className={chosen}>warm</span>
          <span className={other}>dry</span>
          <span className={other}>bold</span>
        </dd>
      </div>
      <div>
        <dt className="text-ink-2">Topics</dt>
        <dd className="flex gap-1.5">
          <span className={chosen}>coffee</span>
          <span className={chosen}>retail</span>
        </dd>
      </div>
      <div>
        <dt className="text-ink-2">Frequency</dt>
        <dd className="relative h-1.5 w-36 rounded-full bg-line">
          <span className="absolute inset-y-0 left-0 w-22 rounded-full bg-primary" />
          <span className="absolute top-1/2 left-20 size-5 -translate-y-1/2 rounded-full border border-line-strong bg-raised shadow-1" />
        </dd>
      </div>
    </dl>
  </div>
)

const cast: { kind: FaceKind; place: string }[] = [
  { kind: 'wink', place: '' },
  { kind: 'glasses', place: 'translate-y-3' },
  { kind: 'smile', place: '' },
  { kind: 'calm', place: '' },
  { kind: 'wide', place: '-translate-y-3' },
  { kind: 'plain', place: '' },
]

const Cast = () => (
  <div className="mx-auto grid w-full max-w-88 grid-cols-3 justify-items-center gap-y-8 py-6 md:gap-y-12 md:py-10">
    {cast.map(({ kind, place }) => (
      <Face key={kind} kind={kind} className={cx('size-16 md:size-19', place)} />
    ))}
  </div>
)
