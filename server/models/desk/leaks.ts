import type { Check } from '../../../src/schemas/desk/check'
import type { About } from './about'

/** Finds text of the prompt, which must not be posted. */
export const leaks: Check<Pick<About, 'findLeaks'>> = (text, { findLeaks }) => findLeaks(text)[0]
