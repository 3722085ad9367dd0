import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { useTableState } from '../../src/views/agents/useTableState'

const inMemory = () => {
  const { hook, searchHook, history } = memoryLocation({ path: '/admin/media-agent', record: true })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Router hook={hook} searchHook={searchHook}>
      {children}
    </Router>
  )
  return { wrapper, history }
}

it('reads back from the address what it wrote there', () => {
  const { result } = renderHook(useTableState, { wrapper: inMemory().wrapper })
  for (const group of ['50%de', 'a & b+c', '%25']) {
    act(() => result.current.chooseGroup(group))
    expect(result.current.state.group).toBe(group)
  }
})

it('acts on the latest state, whichever of its states is drawn', () => {
  const { wrapper, history } = inMemory()
  const { result } = renderHook(useTableState, { wrapper })
  const drawn = result.current
  act(() => drawn.type('ana'))
  act(() => drawn.sortBy('username'))
  expect(history.at(-1)).toBe('/admin/media-agent?search=ana&sort=username')
  act(() => drawn.sortBy('username'))
  expect(history.at(-1)).toBe('/admin/media-agent?search=ana&sort=-username')
  act(() => drawn.chooseSize(10))
  expect(history.at(-1)).toBe('/admin/media-agent?search=ana&sort=-username&size=10')
  act(() => drawn.type('an'))
  act(() => drawn.choosePage(2))
  expect(history.slice(-2)).toEqual([
    '/admin/media-agent?search=ana&sort=-username&size=10',
    '/admin/media-agent?search=an&sort=-username&page=2&size=10',
  ])
})
