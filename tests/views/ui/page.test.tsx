import { render } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { useCloseWarning } from '../../../src/views/ui/forms/closeWarning'
import { MarkHydrated, useHydrated } from '../../../src/views/ui/hydrated'
import { whenIdle } from '../../../src/views/ui/whenIdle'
import { closingIsQuestioned } from '../../support/renderConsole'

it('the browser asks before it closes the tab as long as something is unfinished', () => {
  const Page = ({ unfinished }: { unfinished: boolean }) => {
    useCloseWarning(unfinished)
    return null
  }
  const { rerender, unmount } = render(<Page unfinished={false} />)
  const asked = [closingIsQuestioned()]
  for (const unfinished of [true, false, true]) {
    rerender(<Page unfinished={unfinished} />)
    asked.push(closingIsQuestioned())
  }
  unmount()
  expect([...asked, closingIsQuestioned()]).toEqual([false, true, false, true, false])
})

it('a page knows when its script runs, and shows that', () => {
  delete document.documentElement.dataset.hydrated
  const seen: boolean[] = []
  const Page = () => {
    seen.push(useHydrated())
    return <MarkHydrated />
  }
  render(<Page />)
  expect([seen.at(0), seen.at(-1), document.documentElement.dataset.hydrated]).toEqual([false, true, ''])
})

describe('work that waits until the browser is idle', () => {
  it('runs after three seconds at the latest, or is cancelled', () => {
    const cancelled: number[] = []
    const asked: { run: () => void; options: IdleRequestOptions | undefined }[] = []
    vi.stubGlobal('requestIdleCallback', (run: () => void, options?: IdleRequestOptions) =>
      asked.push({ run, options }),
    )
    vi.stubGlobal('cancelIdleCallback', (id: number) => cancelled.push(id))
    onTestFinished(() => {
      Reflect.deleteProperty(window, 'requestIdleCallback')
      Reflect.deleteProperty(window, 'cancelIdleCallback')
    })
    const run = vi.fn()
    const prevent = whenIdle(run)
    expect([run.mock.calls.length, asked.map(({ options }) => options)]).toEqual([0, [{ timeout: 3000 }]])
    asked[0]?.run()
    prevent()
    expect([run.mock.calls.length, cancelled]).toEqual([1, [1]])
  })

  it('runs a little later in a browser without idle callbacks, or is cancelled', () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const [run, prevented] = [vi.fn(), vi.fn()]
    whenIdle(run)
    whenIdle(prevented)()
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(300)
    expect([run.mock.calls.length, prevented.mock.calls.length]).toEqual([1, 0])
  })
})
