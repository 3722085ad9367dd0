import { transform } from 'lightningcss'

/**
 * A stylesheet as a page carries it: without the custom properties that nothing in it reads, and without the layer in
 * which Tailwind (4.3) initializes its own for browsers that are older than it supports.
 *
 * @param {string} css a whole stylesheet: nothing else may read what it declares
 * @returns {string}
 */
export const withoutUnused = (css) => {
  const read = new Set(namesIn(css, /var\((--[\w-]+)/g))
  const unused = namesIn(css, /(?:[{;]|@property )(--[\w-]+)/g).filter((name) => !read.has(name))
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    unusedSymbols: unused,
    visitor: {
      Rule: {
        property: (rule) => (unused.includes(rule.value.name) ? [] : undefined),
        'layer-block': (rule) => (rule.value.name?.join('.') === 'properties' ? [] : undefined),
      },
    },
  })
  const less = code.toString()
  return less.length < css.length ? withoutUnused(less) : css
}

const namesIn = (css, pattern) => [...css.matchAll(pattern)].map(([, name]) => name)
