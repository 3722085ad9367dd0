import { expect, it, onTestFinished, vi } from 'vitest'
import { watchPath, watchQuery } from '../../src/services/pathChanges'

const goTo = (address: string) => {
  window.history.replaceState(null, '', address)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

it('a page receives changes of its own query, but not of another page', () => {
  goTo('/admin/inbox?state=waiting')
  const [ofQuery, ofPath] = [vi.fn(), vi.fn()]
  const stops = [watchQuery(window, ofQuery), watchPath(window, ofPath)]
  onTestFinished(() => {
    for (const stop of stops) stop()
  })
  goTo('/admin/inbox?state=dismissed')
  goTo('/admin/inbox?state=dismissed#top')
  goTo('/admin/history?q=ada')
  goTo('/admin/history')
  expect([ofQuery.mock.calls, ofPath.mock.calls]).toEqual([[['?state=dismissed']], [['/admin/history']]])
})
