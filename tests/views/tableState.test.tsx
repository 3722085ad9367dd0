import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { useTableState } from '../../src/views/agents/useTableState'

it('acts on the latest state, whichever of its states is drawn', () => {
  const { hook, searchHook, history } = memoryLocation({ path: '/admin/media-agent', record: true })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Router hook={hook} searchHook={searchHook}>
      {children}
    </Router>
  )
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
