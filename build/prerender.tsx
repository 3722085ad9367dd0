import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { createActor } from 'xstate'
import { App, publicScreens } from '../src/App'
import { createLogic } from '../src/actors/session'
import { LandingPage } from '../src/landing/LandingPage'
import { disclosureMachine } from '../src/machines/disclosure'
import type { Services } from '../src/services/services'

export interface Page {
  path: string
  title: string
  /** The module that the page starts with. */
  entry: string
  /** The modules that the entry asks for at once. */
  ahead: string[]
  /** The module whose stylesheet the page carries in itself. */
  styles: string
  /**
   * The id of what follows what the first frame must show, where more of it would move what stands there: a browser
   * that knows how draws nothing before it has read so far (Chromium 156: to the element's start, whatever the standard
   * says).
   */
  afterFirstFrame?: string
}

/** By file name, in the folder of the built console. */
export const pages: Record<string, Page> = {
  'index.html': {
    path: '/',
    title: 'Auto Comment Bot',
    entry: 'src/landing/main.ts',
    ahead: [],
    styles: 'src/landing/main.ts',
    afterFirstFrame: 'fonts',
  },
  'login.html': {
    path: '/login',
    title: 'Login · Auto Comment Bot',
    entry: 'src/main.tsx',
    ahead: ['src/views/auth/LoginScreen.tsx'],
    styles: 'index.html',
  },
  'sign-up.html': {
    path: '/sign-up',
    title: 'Sign up · Auto Comment Bot',
    entry: 'src/main.tsx',
    ahead: ['src/views/auth/SignUpScreen.tsx'],
    styles: 'index.html',
  },
}

const behindLogin = ['src/actors/console.ts', 'src/services/browserConsole.ts', 'src/views/layout/AdminRoutes.tsx']

/** A page that the console fills. */
export interface Shell {
  /** The modules that run before all others, each in a file of its own. */
  early: string[]
  /** The modules that its address will ask for. */
  ahead: string[]
  /** The module whose stylesheet it links. */
  styles: string
  /** The path whose first frame it carries. */
  frame?: string
  /** Its code must not take the line from its first rows: `showRows.ts` asks for it once they are there. */
  hasRows?: boolean
}

const consolePage = (path: string, screen: string, hasRows = false): Shell => ({
  early: ['src/boot/preload.ts', 'src/boot/showFrame.ts', ...(hasRows ? ['src/boot/showRows.ts'] : [])],
  ahead: [...behindLogin, screen],
  styles: 'src/views/layout/AdminRoutes.tsx',
  frame: path,
  hasRows,
})

/** By file name, as above. */
export const shells: Record<string, Shell> = {
  'app.html': { early: [], ahead: [], styles: 'index.html' },
  'admin.html': { early: ['src/boot/preload.ts'], ahead: behindLogin, styles: 'src/views/layout/AdminRoutes.tsx' },
  'admin/home.html': consolePage('/admin/home', 'src/views/reply/HomeScreen.tsx'),
  'admin/ai-character.html': consolePage('/admin/ai-character', 'src/views/roles/RolesScreen.tsx'),
  'admin/media-agent.html': consolePage('/admin/media-agent', 'src/views/agents/AgentsScreen.tsx', true),
  'admin/group.html': consolePage('/admin/group', 'src/views/groups/GroupsScreen.tsx'),
  'admin/history.html': consolePage('/admin/history', 'src/views/history/HistoryScreen.tsx'),
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
await Promise.all(Object.values(publicScreens).map((screen) => screen.preload()))
