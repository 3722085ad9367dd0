import type { ElementType, Key, ReactElement } from 'react'
import { Fragment, type JSXSource, jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime'
import { forTranslators } from './texts'

export type { JSX } from 'react'
export { Fragment }

export const jsxDEV = (
  type: ElementType,
  props: object,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement => {
  const changed = forTranslators(type, props)
  return reactJsxDev(
    type,
    changed,
    key,
    isStatic && 'children' in changed && Array.isArray(changed.children),
    source,
    self,
  )
}
