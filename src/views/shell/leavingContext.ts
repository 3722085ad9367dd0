import { createContext } from 'react'
import type { LeavingRef } from '../../machines/shell/leaving'

/** What hears of the actors of each screen, so that it may hold the operator on it. */
export const LeavingContext = createContext<LeavingRef | undefined>(undefined)
