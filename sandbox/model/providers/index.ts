import { answers } from './answers'
import { poorAnswers, refusals } from './refusals'
import { passing, refusedForms, refusedRoles } from './refusedForms'
import type { Behaviour } from './wire'

/**
 * Recorded behaviours of providers that speak OpenAI's chat completions, by `provider: behaviour`. Sources: the
 * providers' own specifications, documentation and recorded bodies, August to October 2026.
 */
export const behaviours: Record<string, Behaviour> = {
  ...answers,
  ...refusedForms,
  ...refusedRoles,
  ...passing,
  ...poorAnswers,
  ...refusals,
}
