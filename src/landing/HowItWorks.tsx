import { type KeyboardEvent, useRef, useState } from 'react'
import { cx } from '../views/ui/cx'
import { segmented } from '../views/ui/segmented'

const offers = [
  {
    id: 'xpressai',
    name: 'XpressAI',
    steps: [
      {
        title: 'Connect your X account',
        text: 'Sign in securely. Replies come from the handle your followers already know.',
      },
      { title: 'Set your preferences', text: 'Choose the model, the tone and the topics it should look for.' },
      { title: 'Let the AI handle the rest', text: 'It reads, writes and replies for you, as often as you allow.' },
    ],
  },
  {
    id: 'ai-characters',
    name: 'AI Characters',
    steps: [
      { title: 'Choose AI commenters', text: 'Pick the characters that suit the launch, campaign or community.' },
      { title: 'Define tone', text: 'Give them topics, keywords and an attitude.' },
      { title: 'Launch and monitor', text: 'Send them in, and monitor results in a History dashboard.' },
    ],
  },
] as const

export const HowItWorks = () => {
  const [selected, setSelected] = useState(0)
  const tabs = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyTargets[event.key]?.(selected)
    if (next === undefined) return
    event.preventDefault()
    const index = (next + offers.length) % offers.length
    setSelected(index)
    tabs.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus()
  }

  return (
    <section id="how-it-works" aria-labelledby="how-title" className="below-fold-149 bg-canvas md:below-fold-120">
      <div className="mx-auto max-w-[90rem] px-5 py-16 md:px-16 md:py-24">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5">
          <h2 id="how-title" className="text-3xl tracking-[-0.04em]">
            How It Works
          </h2>
          <div
            ref={tabs}
            role="tablist"
            aria-labelledby="how-title"
            className={cx(segmented.list, 'max-md:w-full noscript:hidden')}
          >
            {offers.map(({ id, name }, index) => (
              <button
                key={id}
                type="button"
                role="tab"
                id={`tab-${id}`}
                aria-controls={`panel-${id}`}
                aria-selected={index === selected}
                tabIndex={index === selected ? 0 : -1}
                onClick={() => setSelected(index)}
                onKeyDown={onKeyDown}
                className={cx(segmented.item, 'px-6')}
              >
                {name}
              </button>
            ))}
          </div>
        </div>
        {offers.map(({ id, name, steps }, index) => (
          <div
            key={id}
            role="tabpanel"
            id={`panel-${id}`}
            aria-labelledby={`tab-${id}`}
            className={cx('mt-9 md:mt-14', index !== selected && 'hidden noscript:block')}
          >
            <p className="mb-5 hidden font-display text-xl font-bold noscript:block">{name}</p>
            <ol className="grid gap-y-7 md:grid-cols-3">
              {steps.map((step, at) => (
                <Step key={step.title} {...step} number={at + 1} last={at === steps.length - 1} />
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  )
}

/** The tabs pattern of the ARIA Authoring Practices: arrows, Home and End select; one tab is in the tab order. */
const keyTargets: Record<string, ((from: number) => number) | undefined> = {
  ArrowLeft: (from) => from - 1,
  ArrowRight: (from) => from + 1,
  Home: () => 0,
  End: () => -1,
}

const Step = ({ title, text, number, last }: { title: string; text: string; number: number; last: boolean }) => (
  <li className="relative flex gap-5 md:block md:pr-8">
    <span
      aria-hidden="true"
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full rounded-bl-sm bg-ink font-display text-lg font-bold text-surface md:size-14 md:text-xl"
    >
      {number}
    </span>
    {last ? null : (
      <span
        aria-hidden="true"
        className="absolute top-14 -bottom-4 left-[1.3rem] w-0.75 bg-accent md:top-7 md:right-3 md:bottom-auto md:left-[4.25rem] md:h-0.75 md:w-auto"
      />
    )}
    <div>
      <h3 className="text-xl md:mt-5">{title}</h3>
      <p className="mt-1 max-w-80 text-lg text-ink-2">{text}</p>
    </div>
  </li>
)
