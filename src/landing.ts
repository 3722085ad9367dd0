import { createActor } from 'xstate'
import { disclosureMachine } from './machines/disclosure'
import { enhanceLanding } from './views/landing/enhance'

/** The page comes as HTML. Only the development server, which prerenders nothing, draws it here. */
export const start = async (root: HTMLElement): Promise<void> => {
  if (import.meta.env.DEV && !root.firstElementChild) await (await import('./landingDev')).draw(root)
  enhanceLanding(document, createActor(disclosureMachine).start())
}
