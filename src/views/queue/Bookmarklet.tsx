import { homePath } from '../../schemas/paths'

/**
 * Adds the post in sight to the queue of this console, from any page of X. The policy lets the browser name that page's
 * host to a console without TLS too: the address could name any.
 */
const scriptOf = (origin: string): string =>
  `javascript:void Object.assign(document.createElement('a'),{target:'_blank',referrerPolicy:'origin',href:${JSON.stringify(
    `${origin}${homePath}?url=`,
  )}+encodeURIComponent(location.href)}).click()`

const stay = (event: MouseEvent) => event.preventDefault()

/** React refuses such an address: it is set on the element, which is dragged, and does nothing here. */
const arm = (link: HTMLAnchorElement | null) => {
  link?.setAttribute('href', scriptOf(window.location.origin))
  link?.addEventListener('click', stay)
}

/** A link for the bookmarks bar. */
export const Bookmarklet = () => (
  <p className="text-xs text-ink-2">
    Drag{' '}
    <a ref={arm} href={homePath} className="rounded-md border border-line-strong px-2 py-0.5 font-semibold text-ink">
      Reply later
    </a>{' '}
    to your bookmarks bar: on a post's page at X it adds the post to this queue.
  </p>
)
