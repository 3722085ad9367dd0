import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { createActor, waitFor } from 'xstate'
import { type Known, sidebars } from '../src/boot/frame'
import { createLogic } from '../src/machines/session/session.actors'
import { homePath } from '../src/schemas/paths'
import { defaultMeta } from '../src/schemas/system'
import { createApi } from '../src/services/api/api'
import { apiBase } from '../src/services/api/apiBase'
import { createRequestLog } from '../src/services/api/requestLog'
import { createChanges } from '../src/services/changes'
import type { ConsoleServices, Services } from '../src/services/services'
import { createTyped } from '../src/services/typed'
import AdminRoutes from '../src/views/shell/AdminRoutes'
import { LogicProvider } from '../src/views/shell/logicContext'
import { AssumedMedia } from '../src/views/shell/media'
import { consoleScreens } from '../src/views/shell/screens'
import { drawerQuery } from '../src/views/shell/widths'
import { EmptyState } from '../src/views/ui/states/EmptyState'

/**
 * The templates from which `frame.ts` makes the first frame of a console page, drawn by the console's own views: the
 * page while its list loads, once for each form of the sidebar. Home's own screen is left out, because it begins with the operator's draft. Braces mark what the build cannot know.
 */
export const frameOf = async (path: string): Promise<string> => {
  if (path !== homePath) await consoleScreens.get(path)?.preload()
  const frames = sidebars.map(async (sidebar) => {
    const page = await draw(path, sidebar, <AdminRoutes />)
    // If a screen throws, the markup contains the fallback that is shown while its code loads.
    if (!page.includes('<main') || (path !== homePath && !page.includes('<h1')))
      throw new Error(`${path} cannot be drawn by the build`)
    return template(`frame-${sidebar}`, `<div data-frame inert aria-hidden="true" aria-busy="true">${page}</div>`)
  })
  return (await Promise.all(frames)).join('')
}

/** Ids are removed, because the page that replaces the frame has the same ones. */
const template = (id: string, markup: string): string =>
  `<template id="${id}">${markup
    .replace(/<input type="file"[^<>]*>/g, '')
    .replace(/ (?:id|for|name|aria-(?:describedby|labelledby)|popovertarget)="[^"]*"/gi, '')
    .replaceAll('>Ctrl ', '>{mod} ')}</template>`

const draw = async (path: string, sidebar: Known['sidebar'], view: ReactNode): Promise<string> => {
  const logic = createLogic(servicesAt(sidebar))
  const auth = createActor(logic.auth).start()
  await waitFor(auth, (snapshot) => snapshot.matches({ signedIn: 'open' }))
  const markup = renderToStaticMarkup(
    <AssumedMedia value={sidebar === 'drawer' ? [drawerQuery] : []}>
      <Router ssrPath={path}>
        <LogicProvider logic={logic} auth={auth}>
          {view}
        </LogicProvider>
      </Router>
    </AssumedMedia>,
  )
  auth.stop()
  return markup
}

/** Contains only the values that views read during drawing, and sends no request. */
const servicesAt = (sidebar: Known['sidebar']): Services => {
  const drawn: Partial<ConsoleServices> = {
    client: (calls) => createApi(calls, { baseUrl: '', token: () => undefined, onUnauthorized: () => {}, fetch }),
    preferences: {
      theme: () => 'system',
      setTheme: () => {},
      watchTheme: () => () => {},
      sidebarOpen: () => sidebar === 'wide',
      setSidebarOpen: () => {},
      holdsSends: () => false,
      setHoldsSends: () => {},
      watchHoldsSends: () => () => {},
    },
    typed: createTyped(() => ''),
    cutImports: { read: () => undefined, write: () => {}, remove: () => {} },
    keepsSession: () => true,
    connectivity: { isOnline: () => true, subscribe: () => () => {} },
    lastMeta: () => sandboxMeta,
    addressOf: (path) => `${apiBase}${path}`,
    operator: () => '',
    taskChanges: createChanges(),
  }
  return {
    session: {
      restore: () => true,
      logIn: async () => ({ factors: [] }),
      answerCode: async () => {},
      answerPasskey: async () => {},
      signInByPasskey: async () => {},
      end: async () => {},
      watch: () => () => {},
    },
    requests: createRequestLog(),
    meta: { loadMeta: async () => sandboxMeta, lastMeta: () => sandboxMeta, isOurs: () => true },
    register: async () => {},
    resetPassword: async () => {},
    openConsole: async () => drawn as ConsoleServices,
  }
}

/** The first frame shows what our server offers. */
const sandboxMeta = { ...defaultMeta, sandbox: true, takes_expected: true }

export const withoutScript = renderToStaticMarkup(
  <noscript>
    <main className="p-6">
      <EmptyState kind="failed" title="The console needs JavaScript." titleAs="h1">
        Allow it for this page, then load the page again.
      </EmptyState>
    </main>
  </noscript>,
)

/** Styles hide this at first, and the console's code removes it. */
export const notLoaded =
  '<div id="not-loaded" role="alert">The console has not loaded yet. Your network or a browser extension may block its code. <a href="">Reload</a></div>'
