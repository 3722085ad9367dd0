import { buttonClass } from '../views/ui/buttonClass'
import { cx } from '../views/ui/cx'
import { Face, type FaceKind } from '../views/ui/Face'

const replies: { face: FaceKind; tone: string; text: string | null; place: string }[] = [
  {
    face: 'wink',
    tone: 'dry',
    text: 'Free coffee before noon. Rude of you, honestly. See you there.',
    place: 'md:mr-16 lg:max-xl:mr-0',
  },
  {
    face: 'glasses',
    tone: 'curious',
    text: 'Congratulations! Which beans are you opening with?',
    place: 'md:mr-7 md:ml-9 lg:max-xl:mx-0',
  },
  { face: 'smile', tone: 'warm', text: null, place: 'ml-2' },
]

export const Hero = () => (
  <section id="hero" className="border-b border-line">
    <div className="mx-auto grid max-w-[90rem] items-center gap-x-16 gap-y-12 px-5 pt-24 pb-14 md:px-16 md:pb-24 lg:grid-cols-[1.1fr_1fr] lg:pt-36">
      <div>
        <h1 className="text-4xl tracking-[-0.06em] lg:text-[clamp(2.375rem,5.7vw,5.25rem)]">
          Get noticed.
          <br />
          Get commented.
          <br />
          Get AI-approved.
        </h1>
        <p className="mt-6 max-w-[31rem] text-lg text-ink-2 md:text-[1.3125rem] md:leading-8 lg:mt-9">
          Our AI speaks for you on X and beyond. Reply with your own handle, or send in a cast of characters.
        </p>
        <div className="mt-7 flex flex-wrap gap-2 md:mt-9">
          <a href="#features" className={buttonClass({ tone: 'primary', size: 'lg', className: 'max-md:flex-1' })}>
            Get Started
          </a>
          <a href="#how-it-works" className={buttonClass({ tone: 'quiet', size: 'lg', className: 'max-md:flex-1' })}>
            How It Works
          </a>
        </div>
      </div>
      <Conversation />
    </div>
  </section>
)

const Conversation = () => (
  <figure
    aria-label="An example: one post, and three characters replying to it."
    className="relative overflow-hidden rounded-[2rem] bg-night p-4 pb-8 text-on-night shadow-3 max-md:-mx-2 md:p-13 md:pt-14 lg:max-xl:p-7"
  >
    <svg
      viewBox="0 0 606 582"
      aria-hidden="true"
      preserveAspectRatio="xMinYMin slice"
      className="absolute inset-0 size-full"
    >
      <g fill="none" strokeWidth="1.5" className="stroke-night-line">
        {[86, 160, 245, 342, 448, 560].map((radius, index) => (
          <circle key={radius} cx="88" cy="88" r={radius} strokeOpacity={1 - index * 0.15} />
        ))}
      </g>
    </svg>
    <div className="relative flex gap-4 rounded-xl bg-surface p-4 pb-5 text-ink md:p-5 md:pr-8 md:pb-6">
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-accent font-display text-lg font-bold text-on-accent md:size-12 md:text-xl">
        K
      </span>
      <div className="min-w-0">
        <p className="text-md">
          <strong className="font-bold">Kiosk &amp; Co.</strong> <span className="text-ink-2">@kioskandco</span>
        </p>
        <p className="mt-1 text-lg md:text-[1.25rem] md:leading-7">
          We open our first shop this Saturday. Coffee’s on us until noon.
        </p>
      </div>
    </div>
    <ol className="relative pl-2 md:pl-3.5">
      {replies.map(({ face, tone, text, place }, index) => (
        <li key={tone} className="relative flex items-start gap-4 pt-6 md:gap-6 md:pt-6.5">
          <span
            aria-hidden="true"
            className={cx('absolute top-0 left-4.5 w-0.75 bg-accent md:left-5', index === 0 ? 'h-5.5' : 'h-6')}
          />
          {index < replies.length - 1 ? (
            <span aria-hidden="true" className="absolute top-20 bottom-0 left-4.5 w-0.75 bg-accent md:left-5" />
          ) : null}
          <Face kind={face} className="relative mt-1.5 size-10 md:size-11" />
          <div
            className={cx(
              'min-w-0 rounded-lg border border-night-line bg-night-2 px-4 py-3 md:px-4.5 md:py-3.75',
              place,
            )}
          >
            <p className="text-sm text-on-night-2">{tone}</p>
            {text ? <p className="text-md leading-5.5 md:text-lg md:leading-6">{text}</p> : <TypingDots />}
          </div>
        </li>
      ))}
    </ol>
  </figure>
)

const TypingDots = () => (
  <p className="flex h-6 items-center gap-1.75">
    <span className="sr-only">is writing</span>
    {['', '[animation-delay:160ms]', '[animation-delay:320ms]'].map((delay) => (
      <span key={delay} aria-hidden="true" className={cx('size-2 animate-pulse rounded-full bg-accent', delay)} />
    ))}
  </p>
)
