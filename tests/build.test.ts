import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { type SelectorComponent, transform } from 'lightningcss'
import { beforeAll, describe, expect, it } from 'vitest'
import { isBuilt } from '../build/stamp.mjs'
import { themes } from '../src/schemas/shell/theme'
import { downloadOf, growthOf, linked, pageOf, type Visit, wireSize } from './support/bundle'

beforeAll(() => {
  if (isBuilt()) return
  console.warn('dist/ is missing or older than its sources: building it, as `npm run build` does')
  const { status, stderr } = spawnSync(process.execPath, ['build/build.mjs'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The build failed:\n${stderr}`)
}, 120_000)

const kilobytes = (bytes: number) => bytes / 1000
const scriptsOf = (html: string) => linked(html, /<script[^>]* src="\/([^"]+)"/g)
const stylesheetsOf = (html: string) => linked(html, /<link[^>]* rel="stylesheet"[^>]* href="\/([^"]+)"/g)
const preloadsOf = (html: string) => linked(html, /rel="modulepreload"[^>]* href="\/([^"]+)"/g)

describe('the JavaScript of a visit', () => {
  it.each<[Visit, number]>([
    ['/ before hydration', 1.5],
    ['/', 78],
    ['/login', 106.6],
    ['/sign-up', 106.6],
    ['/admin/media-agent', 152],
    ['/admin/home', 216.5],
  ])('to %s is at most %d KB', (visit, budget) => {
    const { javascript } = downloadOf(visit)
    expect(kilobytes(javascript), growthOf(visit)).toBeLessThanOrEqual(budget)
  })

  it.each<Visit>(['/', '/login', '/sign-up'])('to %s contains nothing of the console behind the login', (visit) => {
    const behind =
      /^inspector\/|^src\/(machines\/(?!session\/|crud\/)|services\/(browserConsole|csv\/|storage\/draftStore)|views\/(?!session\/|shell\/|ui\/)|views\/shell\/(Admin|Sidebar|palette\/))|machines\/crud\/(editor|resource|loader|table)\b|node_modules\/(elkjs|@statelyai|@headlessui|papaparse|react-hook-form)\//
    const modules = (each: Visit) => downloadOf(each).modules.filter((module) => behind.test(module))
    expect(modules(visit)).toEqual([])
    expect(modules('/admin/home')).not.toEqual([])
  })

  it.each<Visit>(['/admin/media-agent', '/admin/home'])('to %s contains no dialogs', (visit) => {
    const late =
      /views\/(session|ui\/(windows\/DialogWindow|Toaster)|shell\/(Drawer|palette\/Palette|messages\/Messages)|.*\/Create\w+Form|accounts\/(Import(Panel|Report)|BulkChange\w*))\b|react-hot-toast|headlessui.*\/dialog|papaparse/
    expect(downloadOf(visit).modules.filter((module) => late.test(module))).toEqual([])
  })

  it('to a list has no forms and no dialogs', () => {
    const modules = downloadOf('/admin/media-agent').modules
    expect(modules.filter((module) => /react-hook-form|hookform|headlessui|react-aria/.test(module))).toEqual([])
  })

  it('to a list has no machine, no call and no text of another screen', () => {
    const elsewhere =
      /machines\/composer\/(replyFlow|replyDraft|editReply|composerLists)|machines\/history\/(taskWatch|historyWatch)|schemas\/(groups\/groups|characters\/roles|composer\/replies)\.|views\/ui\/(Face|states\/Status)\b|services\/(csv|storage\/draftStore|storage\/sendKeys)/
    expect(downloadOf('/admin/media-agent').modules.filter((module) => elsewhere.test(module))).toEqual([])
  })

  it('loads React already compiled', () => {
    const [base = ''] = preloadsOf(pageOf('login')).filter((file) => /\/base-/.test(file))
    expect(readFileSync(`dist/console/${base}`, 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  })

  it.each<Visit>(['/login', '/sign-up'])('to %s contains no decoration', (visit) => {
    expect(downloadOf(visit).modules.filter((module) => /\/Face\.tsx/.test(module))).toEqual([])
  })

  it('requests the first list with its own script, before the rest of the code', () => {
    const html = pageOf('admin/media-agent')
    const [first = ''] = linked(html, /<script[^>]* src="\/([^"]+)"/g)
    expect(first).toMatch(/assets\/preload-/)
    expect(html).toMatch(/<script type="module" async fetchpriority="high"[^>]*\/preload-/)
    expect(readFileSync(`dist/console/${first}`, 'utf8')).not.toMatch(/\bimport[\s({'"]/)
  })

  it("shows the console's first frame with one small script after that one", () => {
    const [, ...early] = linked(pageOf('admin/media-agent'), /<script type="module" async[^>]* src="\/([^"]+)"/g)
    expect(early.map((file) => file.replace(/-.*/, ''))).toEqual(['assets/frame'])
    expect(early.map((file) => kilobytes(wireSize(file)))[0]).toBeLessThanOrEqual(1)
  })

  it('includes code that does not run yet', () => {
    const [code = ''] = scriptsOf(pageOf('admin/media-agent')).filter((file) => /\/public-/.test(file))
    const [, later = ''] = /__vite__mapDeps[^[]*\[([^\]]*)\]/.exec(readFileSync(`dist/console/${code}`, 'utf8')) ?? []
    expect(later).toContain('/AgentEditScreen-')
    expect(later).not.toMatch(/\/(base|preload|preload-helper|public|rolldown-runtime)-/)
  })

  it('to the console has no inspector', () => {
    const modules = downloadOf('/admin/home').modules.filter((module) => /inspector|elkjs|@statelyai/.test(module))
    expect(modules).toEqual([])
  })
})

describe('the landing page', () => {
  it('is at most 14 KB before hydration, without fonts', () => {
    const html = pageOf('index')
    const files = ['index.html', ...scriptsOf(html), ...preloadsOf(html), ...stylesheetsOf(html)]
    expect(kilobytes(files.reduce((total, file) => total + wireSize(file), 0))).toBeLessThanOrEqual(14)
  })

  it('requests its web fonts below the first screen, so that a browser paints this screen first', () => {
    const [above = '', below = ''] = pageOf('index').split(
      /<link id="fonts" rel="stylesheet" href="\/assets\/fonts-[^"]+"\/>/,
    )
    expect(above).toContain('id="hero"')
    expect(above).not.toContain('woff2')
    expect(below).toMatch(/^<section id="features"/)
  })

  it('does not fetch React before it is needed', () => {
    expect(pageOf('index')).not.toMatch(/\/assets\/(base|public|islands)-/)
  })
})

describe('a page of the console', () => {
  it.each(['home', 'ai-character', 'media-agent', 'group', 'history'])('%s carries its first frame', (name) => {
    const html = pageOf(`admin/${name}`)
    for (const sidebar of ['wide', 'narrow', 'drawer']) expect(html).toContain(`<template id="frame-${sidebar}">`)
    expect(html).toMatch(/<\/template><div id="root"><\/div>/)
    expect(kilobytes(wireSize(`admin/${name}.html`))).toBeLessThanOrEqual(7)
  })

  it.each(['app', 'admin'])('%s, which serves many addresses, carries no first frame', (name) => {
    expect(pageOf(name)).not.toContain('<template')
  })

  it.each(['app', 'admin', 'admin/home', 'admin/media-agent'])('%s has no inline script or style', (name) => {
    const html = pageOf(name)
    for (const [script] of html.matchAll(/<script[^>]*>/g)) expect(script).toContain(' src="/')
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i)
  })
})

describe('every page', () => {
  const pages = readdirSync('dist/console', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[^.]+\.html$/.test(file),
  )

  it.each(pages)('%s has a version for each theme, which differs in nothing else', (file) => {
    const plain = pageOf(file.replace('.html', ''))
    for (const theme of themes)
      expect(pageOf(file.replace('.html', `.${theme}`))).toBe(
        plain.replace('<html lang="en">', `<html data-theme="${theme}" lang="en">`),
      )
  })
})

describe('a prerendered page', () => {
  it.each<[name: string, budget: number]>([
    ['index', 12],
    ['login', 8],
    ['sign-up', 8],
  ])('%s is at most %d KB', (name, budget) => {
    expect(kilobytes(wireSize(`${name}.html`))).toBeLessThanOrEqual(budget)
  })

  it.each(['index', 'login', 'sign-up'])('%s needs no file before it is painted', (name) => {
    const [head = ''] = pageOf(name).split('</head>')
    expect(head.match(/<style>/g)).toHaveLength(1)
    expect(head).not.toContain('rel="stylesheet"')
    expect(head).not.toContain('<script')
  })

  it.each(['index', 'login', 'sign-up'])('%s names its scripts after its content', (name) => {
    const [shown = '', scripts = ''] = pageOf(name).split('<script type="module"')
    expect(shown).not.toContain('modulepreload')
    expect(shown.trimEnd()).toMatch(/<\/div>$/)
    expect(scripts).not.toMatch(/<(div|main|form)/)
  })

  it.each([
    ['login', '/login'],
    ['sign-up', '/sign-up'],
  ] as const)('%s asks for all of its scripts at once', (name, visit) => {
    const html = pageOf(name)
    const files = [...linked(html, /<script type="module"[^>]* src="\/([^"]+)"/g), ...preloadsOf(html)]
    const bytes = files.reduce((total, file) => total + wireSize(file), 0)
    expect(bytes).toBe(downloadOf(visit).javascript)
  })

  it.each([
    ['index', '/'],
    ['login', '/login'],
    ['sign-up', '/sign-up'],
  ] as const)('%s has a style for every class that it, or a view that it loads, names', (name, visit) => {
    const html = pageOf(name)
    const views = downloadOf(visit).modules.filter((module) => module.startsWith('src/views/') && module !== tabs)
    const texts = [...linked(html, / class="([^"]+)"/g), ...views.map((module) => readFileSync(module, 'utf8'))]
    const named = new Set(texts.flatMap((text) => text.split(/[\s'"`]+/)))
    const known = classesOf(readFileSync(stylesheetOf('admin'), 'utf8'))
    const carried = classesOf(linked(html, /<style>([\s\S]*)<\/style>/g).join(''))
    expect([...named].filter((word) => known.has(word) && !carried.has(word))).toEqual([])
  })

  it.each([
    ['index', '/', []],
    ['login', '/login', ['textarea']],
    ['sign-up', '/sign-up', ['textarea']],
  ] as const)(
    '%s has the styles of every element of its views, but of those that its forms do not use',
    (name, visit, unused) => {
      const views = downloadOf(visit).modules.filter((module) => /^src\/views\/.*\.tsx$/.test(module))
      const drawn = views.flatMap((module) => elementsIn(readFileSync(module, 'utf8')))
      const known = elementsOf(readFileSync(stylesheetOf('admin')))
      const shown = elementsIn(pageOf(name))
      const left = drawn.filter((element) => known.includes(element) && !shown.includes(element))
      expect([...new Set(left)]).toEqual(unused)
    },
  )
})

/** The module is in the chunk that all pages share. */
const tabs = 'src/views/ui/segmented.ts'

const elementsIn = (text: string) => linked(text, /<([a-z][\w-]*)(?=[\s/>])/g)

const elementsOf = (code: Buffer): string[] => {
  const names: string[] = []
  const noteType = (part: SelectorComponent) => {
    if (part.type === 'type') names.push(part.name)
  }
  transform({ filename: 'page.css', code, visitor: { Selector: (selector) => selector.forEach(noteType) } })
  return names
}

const stylesheetOf = (page: string): string => `dist/console/${stylesheetsOf(pageOf(page))[0]}`

const classesOf = (css: string): Set<string> =>
  new Set([...css.matchAll(/\.((?:[a-z-]|\\.)(?:[\w-]|\\.)*)/gi)].map(([, name = '']) => name.replace(/\\(.)/g, '$1')))

describe('the server', () => {
  it('imports only packages that package.json names', () => {
    const code = readFileSync('dist/server/main.js', 'utf8')
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const imported = [...code.matchAll(/^import [^;]*?"([^"]+)"|__require\("([^"]+)"\)/gm)].map(
      ([, statement, call]) => statement ?? call ?? '',
    )
    expect(imported).toContain('fastify')
    const named = Object.keys(dependencies)
    const isNamed = (module: string) => named.some((name) => module === name || module.startsWith(`${name}/`))
    expect(imported.filter((module) => !isBuiltin(module) && !isNamed(module))).toEqual([])
  })
})
