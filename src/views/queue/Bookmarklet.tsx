import { homePath } from '../../schemas/paths'
import * as words from '../../schemas/queue/queue.words'

/**
 * `referrerPolicy` makes the browser name the host of X's page, even to a console without TLS. The address itself could
 * name any host.
 */
const scriptOf = (origin: string): string =>
  `javascript:void Object.assign(document.createElement('a'),{target:'_blank',referrerPolicy:'origin',href:${JSON.stringify(
    `${origin}${homePath}?url=`,
  )}+encodeURIComponent(location.href)}).click()`

const stay = (event: MouseEvent) => event.preventDefault()

/** React refuses such an address, so it is set on the element. The link is only dragged, and a click does nothing. */
const arm = (link: HTMLAnchorElement | null) => {
  link?.setAttribute('href', scriptOf(window.location.origin))
  link?.addEventListener('click', stay)
}

const [before, name, after] = words.bookmarklet

export const Bookmarklet = () => (
  <p className="text-xs text-ink-2">
    {before}{' '}
    <a ref={arm} href={homePath} className="rounded-md border border-line-strong px-2 py-0.5 font-semibold text-ink">
      {name}
    </a>{' '}
    {after}
  </p>
)
