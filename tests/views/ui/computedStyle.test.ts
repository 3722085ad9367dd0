import { afterEach, describe, expect, it } from 'vitest'
import { present } from '../../../src/machines/crud/present'
import { rememberDisplay } from '../../support/computedStyle'

const samples = `
  <main><h1>A</h1><p>B <b>C</b> <a href="/d">D</a></p>
    <ul><li>E</li></ul>
    <p hidden>F <i>G</i></p><p>H</p>
    <dialog><p>I</p></dialog><dialog open><p>J</p></dialog>
    <div popover>K</div><input type="hidden"><input type="text"><button>L</button>
    <table><tbody><tr><th>M</th><td>N</td></tr></tbody></table>
    <section style="visibility: hidden"><p>O <span style="visibility: visible">P</span></p></section>
    <section style="display: none"><p>Q</p></section>
    <details><summary>R</summary>S</details><template></template><label>T</label>
  </main>`

const look = (page: Window & typeof globalThis) =>
  [...page.document.querySelectorAll('*')].map((each) => {
    const style = page.getComputedStyle(each)
    return [each.outerHTML, style.display, style.getPropertyValue('display'), style.visibility, style.color]
  })

afterEach(() => document.body.replaceChildren())

const pageOf = (body: string): Window & typeof globalThis => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const page = present(frame.contentWindow?.document.defaultView ?? undefined, 'page of a frame')
  page.document.body.innerHTML = body
  return page
}

describe('the style that tests compute for an element', () => {
  it('equals that of jsdom', () => {
    const page = pageOf(samples)
    const computed = look(page)
    rememberDisplay(page)
    expect(look(page)).toEqual(computed)
    expect(look(page)).toEqual(computed)
    expect(new Set(computed.map(([, display]) => display)).size).toBeGreaterThan(6)
  })

  it('equals that of jsdom if the page has a style sheet', () => {
    const page = pageOf(`<style>p { display: none }</style>${samples}`)
    const computed = look(page)
    rememberDisplay(page)
    expect(look(page)).toEqual(computed)
  })
})
