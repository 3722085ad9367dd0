import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { isBuilt } from '../scripts/stamp.mjs'
import { downloadOf, type Visit, wireSize } from './support/bundle'

beforeAll(() => {
  if (isBuilt()) return
  console.warn('dist/ is missing or older than its sources: building it, as `npm run build` does')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The build failed:\n${stderr}`)
}, 120_000)

const kilobytes = (bytes: number) => bytes / 1000
const page = (name: string) => readFileSync(`dist/console/${name}.html`, 'utf8')
const linked = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, file = '']) => file)

describe('the JavaScript of a visit', () => {
  it.each<[Visit, number]>([
    ['/ before hydration', 1.5],
    ['/', 75],
    ['/login', 95],
    ['/sign-up', 100],
  ])('to %s is at most %d KB', (visit, budget) => {
    expect(kilobytes(downloadOf(visit).javascript)).toBeLessThanOrEqual(budget)
  })

  it.each<Visit>(['/', '/login', '/sign-up'])('to %s has nothing of the console behind the login', (visit) => {
    const behind =
      /^src\/(consoleLogic|inspector|services\/(browserConsole|csv|draftStore)|machines\/(replyFlow|csvImport|editor|resource|loader|taskWatch)|views\/(reply|roles|agents|groups|history|crud\/(?!navigationGuard))|views\/layout\/(Admin|Sidebar|Palette))|node_modules\/(elkjs|@statelyai|@headlessui|papaparse|react-hook-form)\//
    expect(downloadOf(visit).modules.filter((module) => behind.test(module))).toEqual([])
  })

  it('to the console has no inspector', () => {
    const modules = downloadOf('/admin/home').modules.filter((module) => /inspector|elkjs|@statelyai/.test(module))
    expect(modules).toEqual([])
  })
})

describe('the landing page', () => {
  it('is at most 14 KB before hydration, without fonts', () => {
    const html = page('index')
    const scripts = linked(html, /<script[^>]* src="\/([^"]+)"/g)
    const styles = linked(html, /<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)
    expect(scripts).toContain('theme.js')
    expect(styles).toHaveLength(1)
    const files = ['index.html', ...scripts, ...styles, ...linked(html, /rel="modulepreload"[^>]* href="\/([^"]+)"/g)]
    expect(kilobytes(files.reduce((total, file) => total + wireSize(file), 0))).toBeLessThanOrEqual(14)
  })

  it('does not fetch React before it is asked for', () => {
    expect(page('index')).not.toMatch(/\/assets\/(base|public|landingIslands)-/)
  })
})

describe('a prerendered page', () => {
  it.each([
    ['login', '/login'],
    ['sign-up', '/sign-up'],
  ] as const)('%s asks for all of its scripts at once', (name, visit) => {
    const html = page(name)
    const files = [
      ...linked(html, /<script type="module"[^>]* src="\/([^"]+)"/g),
      ...linked(html, /rel="modulepreload"[^>]* href="\/([^"]+)"/g),
    ]
    const bytes = files.reduce((total, file) => total + wireSize(file), 0)
    expect(bytes).toBe(downloadOf(visit).javascript)
  })
})
