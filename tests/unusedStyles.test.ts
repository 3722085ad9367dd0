import { describe, expect, it } from 'vitest'
import { withoutUnused } from '../build/unusedStyles.mjs'

const page = '<main><p>table</p></main>'

describe('a stylesheet as a page carries it', () => {
  it('has no custom property that nothing reads, not even through others', () => {
    expect(withoutUnused(':root{--a:1px;--b:var(--a);--c:var(--b);--d:2px}p{margin:var(--d)}', page)).toBe(
      ':root{--d:2px}p{margin:var(--d)}',
    )
  })

  it.each([
    ['p,table,p>td{margin:0}', 'p{margin:0}'],
    ['p::placeholder,::-webkit-search-decoration,::file-selector-button{margin:0}', 'p::placeholder{margin:0}'],
    ['select{margin:0}.table:not(select),*,:root{gap:0}', '.table:not(select),*,:root{gap:0}'],
  ])('has of %s what its elements need', (css, needed) => {
    expect(withoutUnused(css, page)).toBe(needed)
  })

  it('keeps what is read with another value beside it, or within another property', () => {
    const css = ':root{--a:1px;--b:calc(var(--a)*2)}p{margin:var(--b,0)}@media print{:root{--a:0}}'
    expect(withoutUnused(css, page)).toBe(css)
  })

  it('registers only the properties that it reads', () => {
    const registered = (name: string) => `@property ${name}{syntax:"*";inherits:false}`
    const rule = 'p{line-height:var(--tw-leading,1)}'
    expect(withoutUnused(`${rule}${registered('--tw-leading')}${registered('--tw-blur')}`, page)).toBe(
      `${rule}${registered('--tw-leading')}`,
    )
  })

  it('has no layer for browsers that the product does not support, and every other one', () => {
    expect(
      withoutUnused(
        '@layer properties{@supports (x:y){*{--a:1px}}}@layer base{p{margin:var(--a)}}@layer utilities{}',
        page,
      ),
    ).toBe('@layer base{p{margin:var(--a)}}@layer utilities;')
  })
})
