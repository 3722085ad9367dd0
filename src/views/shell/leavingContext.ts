import { createContext } from 'react'
import type { LeavingRef } from '../../machines/shell/leaving'

export const LeavingContext = createContext<LeavingRef | undefined>(undefined)
