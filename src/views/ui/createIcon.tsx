import type { LucideIconData, LucideProps } from 'lucide-react'
import { createElement } from 'react'

/**
 * Draws the icons of lucide-react in the build, instead of its own `createLucideIcon` (vite.config.ts): the same svg
 * without the options that nobody here uses, which cost every icon of every row their time. Shapes are made once.
 */
const createIcon = ({ node }: Pick<LucideIconData, 'node'>) => {
  const shapes = node.map(([shape, attributes], key) => createElement(shape, { ...attributes, key }))
  return (props: LucideProps) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      {shapes}
    </svg>
  )
}

export default createIcon
