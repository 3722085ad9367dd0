import { Link } from 'wouter'
import * as words from '../../schemas/shell/shell.words'
import { buttonClass } from '../ui/Button'
import { Face } from '../ui/Face'

/** `homeHref`: the console's home for operators, `/` for everybody else. */
const NotFound = ({ homeHref, inConsole = false }: { homeHref: string; inConsole?: boolean }) => {
  const Root = inConsole ? 'div' : 'main'
  return (
    <Root className="flex min-h-[60dvh] flex-col items-center justify-center p-6 text-center">
      <Face kind="calm" className="size-16" />
      <h1 tabIndex={-1} className="mt-4 text-2xl">
        {words.pageNotFound}
      </h1>
      <p className="mt-1 mb-5 text-ink-2">{words.noSuchAddress}</p>
      {inConsole ? (
        <Link href={homeHref} className={buttonClass({ tone: 'primary' })}>
          {words.backToHome}
        </Link>
      ) : (
        <a href={homeHref} className={buttonClass({ tone: 'primary' })}>
          {words.backToStart}
        </a>
      )}
    </Root>
  )
}

export default NotFound
