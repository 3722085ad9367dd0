import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { createActor } from 'xstate'
import { App } from '../src/App'
import { firstReadsTag } from '../src/boot/firstReads'
import { LandingPage } from '../src/landing/LandingPage'
import { createLogic } from '../src/machines/session/session.actors'
import { productName, publicRoutes, type Section, sections, titleOf } from '../src/routes'
import type { Services } from '../src/services/services'
import { publicScreens } from '../src/views/shell/screens'

export interface Page {
  path: string
  title: string
  entry: string
  imports: string[]
  styles: string
  /**
   * The id of the element after the first frame's content: a browser that supports this draws nothing before it has
   * read that element (Chromium 156: to the element's start, in spite of the standard).
   */
  afterFirstFrame?: string
}

const entry = 'src/main.tsx'
const fileOf = (path: string) => `${path.slice(1)}.html`
const moduleOf = (screen: string) => `src/views/${screen}.tsx`

export const pages: Record<string, Page> = {
  'index.html': {
    path: '/',
    title: productName,
    entry: 'src/landing/main.ts',
    imports: [],
    styles: 'src/landing/main.ts',
    afterFirstFrame: 'fonts',
  },
  ...Object.fromEntries(
    publicRoutes.map(({ path, screen }) => [
      fileOf(path),
      { path, title: titleOf(path), entry, imports: [moduleOf(screen)], styles: 'index.html' },
    ]),
  ),
}

const consoleStyles = 'src/views/shell/AdminRoutes.tsx'
const behindLogin = ['src/machines/shell/console.actors.ts', 'src/services/browserConsole.ts', consoleStyles]

export interface Shell {
  early: string[]
  imports: string[]
  styles: string
  head?: string
  frame?: string
}

const sectionPage = ({ path, screen, reads }: Section): Shell => ({
  early: ['src/boot/preload.ts', 'src/boot/showFrame.ts'],
  imports: [...behindLogin, moduleOf(screen)],
  styles: consoleStyles,
  head: firstReadsTag(reads),
  frame: path,
})

export const shells: Record<string, Shell> = {
  'app.html': { early: [], imports: [], styles: 'index.html' },
  'admin.html': { early: ['src/boot/preload.ts'], imports: behindLogin, styles: consoleStyles },
  ...Object.fromEntries(sections.map((section) => [fileOf(section.path), sectionPage(section)])),
}

export { themes } from '../src/schemas/shell/theme'
export { frameOf, notLoaded, withoutScript } from './firstFrame'

export const fontsModule = 'src/views/ui/styles/fonts.css'

export const render = (path: string, fonts?: string): string =>
  renderToString(path === '/' ? <LandingPage fonts={fonts} /> : <PublicPage path={path} />)

/** Drawing a page sends no request. */
const absent: Services = new Proxy({} as Services, { get: () => undefined })

const logic = createLogic(absent)

const PublicPage = ({ path }: { path: string }) => (
  <Router ssrPath={path}>
    <StrictMode>
      <App logic={logic} auth={createActor(logic.auth)} />
    </StrictMode>
  </Router>
)

await Promise.all(Array.from(publicScreens.values(), (screen) => screen.preload()))
