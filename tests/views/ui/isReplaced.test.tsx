import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isReplaced } from '../../../src/views/ui/isReplaced'
import { LazyPart } from '../../../src/views/ui/states/LazyPart'
import { lazy, NotArrived } from '../../../src/views/ui/states/lazy'

const pageWith = (html: string, answers: Record<string, Response | undefined>) => {
  const head = document.createElement('div')
  head.innerHTML = html
  document.head.append(head)
  const asked = vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    const answer = answers[new URL(String(address)).pathname]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  })
  onTestFinished(() => {
    head.remove()
    asked.mockRestore()
  })
  return asked
}

const own = '<script type="module" src="/assets/own.js"></script>'
const script = () => new Response(null, { headers: { 'content-type': 'text/javascript' } })

describe('another build on the server', () => {
  it.each([
    ['has the script', script(), false],
    ['has the script, and does not say what it is', new Response(null), false],
    ['has no such file', new Response(null, { status: 404 }), true],
    ['answers with its page', new Response(null, { headers: { 'content-type': 'text/html; charset=utf-8' } }), true],
    ['is out of order', new Response(null, { status: 500 }), false],
    ['does not answer', undefined, false],
  ])('is checked by a script of the page: it %s', async (_, answer, is) => {
    const asked = pageWith(own, { '/assets/own.js': answer })
    await expect(isReplaced()).resolves.toBe(is)
    expect(asked.mock.calls).toEqual([['http://localhost:3000/assets/own.js', { method: 'HEAD', cache: 'no-store' }]])
  })

  it('is detected if one of several scripts is gone', async () => {
    const other = '<script type="module" src="/assets/other.js"></script>'
    pageWith(own + other, { '/assets/own.js': script(), '/assets/other.js': new Response(null, { status: 404 }) })
    await expect(isReplaced()).resolves.toBe(true)
  })

  it('is not checked if the page names no such script', async () => {
    const asked = pageWith('<script src="/plain.js"></script><script type="module">1</script>', {})
    await expect(isReplaced()).resolves.toBe(false)
    expect(asked).not.toHaveBeenCalled()
  })

  it('is checked once for all missing parts, and again later', async () => {
    const asked = pageWith(own, { '/assets/own.js': script() })
    await Promise.all([isReplaced(), isReplaced()])
    expect(asked).toHaveBeenCalledTimes(1)
    await isReplaced()
    expect(asked).toHaveBeenCalledTimes(2)
  })
})

describe('code that did not load', () => {
  beforeEach(() => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => report.mockRestore())
  })

  it.each([
    [false, 'Check the connection, then try again.'],
    [true, 'The console was updated after you opened this page. Reload the page to continue.'],
  ])('is an error with the next step (replaced: %s)', (replaced, advice) => {
    const cause = new TypeError('Failed to fetch')
    const error = new NotArrived(() => {}, replaced, cause)
    expect([error.advice, error.name, error.message, error.cause]).toEqual([
      advice,
      'NotArrived',
      'A part of the page could not be loaded',
      cause,
    ])
  })

  it('is distinguished from code that did', async () => {
    const Late = lazy(async () => ({ default: () => <p>Here</p> }))
    expect(Late.hasArrived()).toBe(false)
    await Late.preload()
    expect(Late.hasArrived()).toBe(true)
  })

  it('of a part is shown in one line', async () => {
    const Late = lazy<object>(() => Promise.reject(new TypeError('Failed to fetch')))
    render(
      <LazyPart>
        <Late />
      </LazyPart>,
    )
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This could not be loaded. Check the connection, then try again.Try againReload',
    )
  })
})
