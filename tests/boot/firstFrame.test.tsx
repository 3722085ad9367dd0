import { afterEach, describe, expect, it } from 'vitest'
import { frameOf, withoutScript } from '../../build/firstFrame'
import { type Known, showFirstFrame, sidebars } from '../../src/boot/frame'

const sections = ['home', 'ai-character', 'media-agent', 'group', 'history'].map((section) => `/admin/${section}`)

const known: Known = { sidebar: 'wide', theme: 'dark', sandbox: false, mod: '⌘' }

const agents = '/admin/media-agent'

const openPage = async (path = agents) => {
  document.body.innerHTML = `${await frameOf(path)}<div id="root"></div>`
}
const root = () => document.getElementById('root') ?? document.body
const frame = () => document.querySelector('[data-frame]')
const shown = (overrides: Partial<Known> = {}): Element => {
  const first = showFirstFrame(document, { ...known, ...overrides })
  if (!first) throw new Error('No frame')
  return first
}
const mutationsAreSeen = () => new Promise((resolve) => setTimeout(resolve))

const leavePage = () => {
  for (const element of document.querySelectorAll('[data-frame], template, #root')) element.remove()
}
afterEach(leavePage)

describe('the frame of a console page', () => {
  it.each(sections)('%s is drawn by the build for each state of the sidebar, and obeys the policy', async (path) => {
    const html = await frameOf(path)
    for (const sidebar of sidebars) expect(html).toContain(`<template id="frame-${sidebar}">`)
    expect(`${html}${withoutScript}`).not.toMatch(/\sstyle=|<style|<script|\son[a-z]+=|javascript:/i)
  })

  it.each(sections)('%s is inert and busy, and uses no id of the later page', async (path) => {
    await openPage(path)
    shown()
    expect(frame()?.matches('[inert][aria-hidden=true][aria-busy=true]')).toBe(true)
    expect(frame()?.querySelectorAll('[id], [name], [for], [autofocus], [type=file]')).toHaveLength(0)
    expect(frame()?.textContent).not.toMatch(/[{}]/)
  })

  it('has what the build could not know: theme, keys, sandbox, sidebar', async () => {
    await openPage()
    const element = shown()
    expect(element.querySelector<HTMLInputElement>('input:checked')?.value).toBe('dark')
    expect(element.querySelectorAll('input:checked')).toHaveLength(1)
    expect(element.querySelector('kbd')?.textContent).toBe('⌘ K')
    expect(element.textContent).not.toContain('Sandbox')
    element.remove()
    expect(shown({ sandbox: true }).textContent).toContain('Sandbox: posts go to a local stand-in for X.')
    frame()?.remove()
    expect(shown({ sidebar: 'drawer' }).querySelector('[aria-label="Open menu"]')).not.toBeNull()
  })

  it('is not shown if a page has no frame, nor after the page is there', async () => {
    document.body.innerHTML = '<div id="root"></div>'
    expect(showFirstFrame(document, known)).toBeUndefined()
    await openPage()
    root().innerHTML = '<main>Here</main>'
    expect(showFirstFrame(document, known)).toBeUndefined()
    expect(frame()).toBeNull()
  })

  it.each([
    ['the list that is awaited', '<main><p data-loading="list">Loading...</p></main>'],
    ['the login page', '<main>Login</main>'],
    ['a message', '<p>The console could not be loaded.</p>'],
  ])('disappears for %s', async (_, page) => {
    await openPage()
    shown()
    root().innerHTML = '<p data-loading="screen">Loading...</p>'
    await mutationsAreSeen()
    expect(frame()).not.toBeNull()
    root().innerHTML = page
    await mutationsAreSeen()
    expect(frame()).toBeNull()
  })
})
