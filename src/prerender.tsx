import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { createActor } from 'xstate'
import { App } from './App'
import { createLogic } from './logic'
import { disclosureMachine } from './machines/disclosure'
import type { Services } from './services/services'
import { LandingPage } from './views/landing/LandingPage'

export interface Page {
  path: string
  title: string
  /** The module that the page starts with. */
  entry: string
  /** The modules that the entry asks for at once, to be fetched ahead. */
  ahead: string[]
}

/** By file name, in the folder of the built console. */
export const pages: Record<string, Page> = {
  'index.html': { path: '/', title: 'Auto Comment Bot', entry: 'src/landing.ts', ahead: [] },
  'login.html': {
    path: '/login',
    title: 'Login · Auto Comment Bot',
    entry: 'src/main.tsx',
    ahead: ['src/views/auth/LoginScreen.tsx'],
  },
  'sign-up.html': {
    path: '/sign-up',
    title: 'Sign up · Auto Comment Bot',
    entry: 'src/main.tsx',
    ahead: ['src/views/auth/SignUpScreen.tsx'],
  },
}

const behindLogin = ['src/consoleLogic.ts', 'src/services/browserConsole.ts', 'src/views/layout/AdminRoutes.tsx']

/** Pages without markup, by file name, each with the modules that its address will ask for. */
export const shells: Record<string, string[]> = {
  'app.html': [],
  'admin.html': behindLogin,
  'admin/home.html': [...behindLogin, 'src/views/reply/HomeScreen.tsx'],
  'admin/ai-character.html': [...behindLogin, 'src/views/roles/RolesScreen.tsx'],
  'admin/media-agent.html': [...behindLogin, 'src/views/agents/AgentsScreen.tsx'],
  'admin/group.html': [...behindLogin, 'src/views/groups/GroupsScreen.tsx'],
  'admin/history.html': [...behindLogin, 'src/views/history/HistoryScreen.tsx'],
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

/** Lazy screens are drawn only once their modules are there: ask for each, and wait. */
for (const { path } of Object.values(pages)) render(path)
await Promise.all([import('./views/auth/LoginScreen'), import('./views/auth/SignUpScreen')])
