import { describe, expect, it } from 'vitest'
import { withoutUnused } from '../scripts/unusedStyles.mjs'

describe('a stylesheet as a page carries it', () => {
  it('has no custom property that nothing reads, not even through others', () => {
    expect(withoutUnused(':root{--a:1px;--b:var(--a);--c:var(--b);--d:2px}p{margin:var(--d)}')).toBe(
      ':root{--d:2px}p{margin:var(--d)}',
    )
  })

  it('keeps what is read with another value beside it, or within another property', () => {
    const css = ':root{--a:1px;--b:calc(var(--a)*2)}p{margin:var(--b,0)}@media print{:root{--a:0}}'
    expect(withoutUnused(css)).toBe(css)
  })

  it('registers only the properties that it reads', () => {
    const registered = (name: string) => `@property ${name}{syntax:"*";inherits:false}`
    const rule = 'p{line-height:var(--tw-leading,1)}'
    expect(withoutUnused(`${rule}${registered('--tw-leading')}${registered('--tw-blur')}`)).toBe(
      `${rule}${registered('--tw-leading')}`,
    )
  })

  it('has no layer for browsers that the product does not support, and every other one', () => {
    expect(
      withoutUnused('@layer properties{@supports (x:y){*{--a:1px}}}@layer base{p{margin:var(--a)}}@layer utilities{}'),
    ).toBe('@layer base{p{margin:var(--a)}}@layer utilities;')
  })
})
