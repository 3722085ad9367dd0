import type { Check } from '../../../src/schemas/desk/check'
import type { About } from './about'

/** Words of the prompt that must not go to X. */
export const leaks: Check<Pick<About, 'findLeaks'>> = (text, { findLeaks }) => findLeaks(text)[0]
