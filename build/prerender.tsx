import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { createActor } from 'xstate'
import { App } from '../src/App'
import { createLogic } from '../src/actors/session'
import { firstReadsTag } from '../src/boot/firstReads'
import { LandingPage } from '../src/landing/LandingPage'
import { disclosureMachine } from '../src/machines/disclosure'
import { productName, publicRoutes, type Section, sections, titleOf } from '../src/routes'
import type { Services } from '../src/services/services'
import { publicScreens } from '../src/views/layout/screens'

export interface Page {
  path: string
  title: string
  /** The module that the page starts with. */
  entry: string
  /** The modules that the entry asks for at once. */
  imports: string[]
  /** The module whose stylesheet the page carries in itself. */
  styles: string
  /**
   * The id of what follows what the first frame must show, where more of it would move what stands there: a browser
   * that knows how draws nothing before it has read so far (Chromium 156: to the element's start, whatever the standard
   * says).
   */
  afterFirstFrame?: string
}

const entry = 'src/main.tsx'
const fileOf = (path: string) => `${path.slice(1)}.html`
const moduleOf = (screen: string) => `src/views/${screen}.tsx`

/** By file name, in the folder of the built console. */
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

const consoleStyles = 'src/views/layout/AdminRoutes.tsx'
const behindLogin = ['src/actors/console.ts', 'src/services/browserConsole.ts', consoleStyles]

/** A page that the console fills. */
export interface Shell {
  /** The modules that run before all others, each in a file of its own. */
  early: string[]
  /** The modules that its address will ask for. */
  imports: string[]
  /** The module whose stylesheet it links. */
  styles: string
  /** Markup for the head, before any script. */
  head?: string
  /** The path whose first frame it carries. */
  frame?: string
  /** Its code must not take the line from its first rows: `showRows.ts` asks for it once they are there. */
  hasRows?: boolean
}

const sectionPage = ({ path, screen, reads, frame }: Section): Shell => ({
  early: ['src/boot/preload.ts', 'src/boot/showFrame.ts', ...(frame === 'rows' ? ['src/boot/showRows.ts'] : [])],
  imports: [...behindLogin, moduleOf(screen)],
  styles: consoleStyles,
  head: firstReadsTag(reads),
  frame: path,
  hasRows: frame === 'rows',
})

/** By file name, as above. */
export const shells: Record<string, Shell> = {
  'app.html': { early: [], imports: [], styles: 'index.html' },
  'admin.html': { early: ['src/boot/preload.ts'], imports: behindLogin, styles: consoleStyles },
  ...Object.fromEntries(sections.map((section) => [fileOf(section.path), sectionPage(section)])),
}

export { themes } from '../src/schemas/theme'
export { frameOf, withoutScript } from './firstFrame'

/** The module whose stylesheet brings the web fonts. */
export const fontsModule = 'src/views/ui/fonts.css'

/** The markup of `#root` for a path of `pages`, with the address of the web fonts' stylesheet. */
export const render = (path: string, fonts?: string): string =>
  renderToString(
    path === '/' ? <LandingPage menu={createActor(disclosureMachine)} fonts={fonts} /> : <PublicPage path={path} />,
  )

/** No request leaves while a page is only drawn: nothing here is ever called. */
const absent: Services = new Proxy({} as Services, { get: () => undefined })

const logic = createLogic(absent)

const PublicPage = ({ path }: { path: string }) => (
  <Router ssrPath={path}>
    <StrictMode>
      <App logic={logic} auth={createActor(logic.auth)} />
    </StrictMode>
  </Router>
)

/** What is late is drawn only once its code is there. */
await Promise.all(Array.from(publicScreens.values(), (screen) => screen.preload()))
