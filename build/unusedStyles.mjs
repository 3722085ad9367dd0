import { transform } from 'lightningcss'

/**
 * A stylesheet as a page carries it: without rules for elements that the page has not, and for what browsers build into
 * controls of which it has none (of a date, a search, a number, a file); without the custom properties that nothing in
 * it reads, and without the layer in which Tailwind (4.3) initializes its own for browsers that are older than it
 * supports.
 *
 * @param {string} css a whole stylesheet: nothing else may read what it declares
 * @param {string} html the page, with each kind of element that its scripts may add
 * @returns {string}
 */
export const withoutUnused = (css, html) => {
  const elements = new Set(namesIn(html, /<([a-z][\w-]*)/gi))
  const isAbsent = ({ type, name, kind }) =>
    type === 'type'
      ? !elements.has(name)
      : type === 'pseudo-element' && (kind === 'custom' || kind === 'file-selector-button')
  const read = new Set(namesIn(css, /var\((--[\w-]+)/g))
  const unused = namesIn(css, /(?:[{;]|@property )(--[\w-]+)/g).filter((name) => !read.has(name))
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    unusedSymbols: unused,
    visitor: {
      Selector: (selector) => (selector.some(isAbsent) ? [] : undefined),
      Rule: {
        property: (rule) => (unused.includes(rule.value.name) ? [] : undefined),
        'layer-block': (rule) => (rule.value.name?.join('.') === 'properties' ? [] : undefined),
      },
    },
  })
  const less = code.toString()
  return less.length < css.length ? withoutUnused(less, html) : css
}

const namesIn = (css, pattern) => [...css.matchAll(pattern)].map(([, name]) => name)
