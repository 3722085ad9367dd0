import type { ElementType, Key, ReactElement } from 'react'
import { Fragment, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime'
import { forTranslators } from './texts'

export type { JSX } from 'react'
export { Fragment }

export const jsx = (type: ElementType, props: object, key?: Key): ReactElement =>
  reactJsx(type, forTranslators(type, props), key)

export const jsxs = (type: ElementType, props: object, key?: Key): ReactElement =>
  reactJsxs(type, forTranslators(type, props), key)
