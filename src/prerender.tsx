import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { createActor } from 'xstate'
import { App, publicScreens } from './App'
import { createLogic } from './logic'
import { disclosureMachine } from './machines/disclosure'
import type { Services } from './services/services'
import { LandingPage } from './views/landing/LandingPage'

export interface Page {
  path: string
  title: string
  /** The module that the page starts with. */
  entry: string
  /** The modules that the entry asks for at once. */
  ahead: string[]
  /** The module whose stylesheet the page carries in itself. */
  styles: string
  /** The id of what the first frame must show: a browser that knows how draws nothing before. */
  firstFrame: string
}

/** By file name, in the folder of the built console. */
export const pages: Record<string, Page> = {
  'index.html': {
    path: '/',
    title: 'Auto Comment Bot',
    entry: 'src/landing.ts',
    ahead: [],
    styles: 'src/landing.ts',
    firstFrame: 'hero',
  },
  'login.html': {
    path: '/login',
    title: 'Login · Auto Comment Bot',
    entry: 'src/main.tsx',
    ahead: ['src/views/auth/LoginScreen.tsx'],
    styles: 'index.html',
    firstFrame: 'root',
  },
  'sign-up.html': {
    path: '/sign-up',
    title: 'Sign up · Auto Comment Bot',
    entry: 'src/main.tsx',
    ahead: ['src/views/auth/SignUpScreen.tsx'],
    styles: 'index.html',
    firstFrame: 'root',
  },
}

const behindLogin = ['src/consoleLogic.ts', 'src/services/browserConsole.ts', 'src/views/layout/AdminRoutes.tsx']

/** A page without markup: the modules that its address will ask for, and the one whose stylesheet it links. */
export interface Shell {
  ahead: string[]
  styles: string
}

const consolePage = (...screen: string[]): Shell => ({
  ahead: [...behindLogin, ...screen],
  styles: 'src/views/layout/AdminRoutes.tsx',
})

/** By file name, as above. */
export const shells: Record<string, Shell> = {
  'app.html': { ahead: [], styles: 'index.html' },
  'admin.html': consolePage(),
  'admin/home.html': consolePage('src/views/reply/HomeScreen.tsx'),
  'admin/ai-character.html': consolePage('src/views/roles/RolesScreen.tsx'),
  'admin/media-agent.html': consolePage('src/views/agents/AgentsScreen.tsx'),
  'admin/group.html': consolePage('src/views/groups/GroupsScreen.tsx'),
  'admin/history.html': consolePage('src/views/history/HistoryScreen.tsx'),
}

/** The markup of `#root` for a path of `pages`. */
export const render = (path: string): string =>
  renderToString(path === '/' ? <LandingPage menu={createActor(disclosureMachine)} /> : <PublicPage path={path} />)

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

/** A late screen is drawn only once its code is there. */
await Promise.all(Object.values(publicScreens).map((screen) => screen.preload()))
