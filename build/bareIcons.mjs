/**
 * Leaves of each icon of lucide-react what `src/views/ui/createIcon.tsx` draws, as little as looks the same. Its name,
 * its size and the keys of its shapes are used by nothing, and random letters hardly compress. Paths in a row are one:
 * a page of a table has a hundred elements less.
 *
 * @returns {import('vite').Plugin}
 */
export const bareIcons = () => ({
  name: 'bare-icons',
  apply: 'build',
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
    handler: (code) => {
      const [, node] = /^ {2}node: (\[.*?\]),?$(?=\n(?: {2}\w|\}))/ms.exec(code) ?? []
      if (!node) return
      const shapes = JSON.parse(node.replace(/(?<=[{,]\s*)([\w-]+): "/g, '"$1": "'))
      return {
        code: code.replace(iconData, () => `const __iconData = { node: ${JSON.stringify(bare(shapes))} };\n`),
        map: null,
      }
    },
  },
})

const iconData = /^const __iconData = \{.*^\};\n__iconData\.node;\n/ms

/** @param {[string, Record<string, string>][]} shapes as lucide-react has them */
export const bare = (shapes) =>
  shapes.reduce((drawn, [shape, { key: _, ...attributes }]) => {
    const before = drawn.at(-1)
    if (before && [before, [shape, attributes]].every(isPathAlone)) before[1].d = joined(before[1].d, attributes.d)
    else drawn.push([shape, attributes])
    return drawn
  }, [])

const isPathAlone = ([shape, attributes]) => shape === 'path' && Object.keys(attributes).join() === 'd'

/** A path that begins with a relative move goes first, or else it would begin where the one before it ended. */
const joined = (first, next) => {
  if (!next.startsWith('m')) return first + next
  return first.startsWith('m') ? `${first}M0 0${next}` : next + first
}
