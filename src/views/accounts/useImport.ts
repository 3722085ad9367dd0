import { useState, useSyncExternalStore } from 'react'
import type { CsvImportRef } from '../../machines/accounts/csvImport'
import type { ImportSnapshot } from './importPosition'

const freshMillis = 200

/** Counts are at most 200 ms old, because drawing each row would slow the import down. A new state appears at once. */
export const useImport = (csvImport: CsvImportRef): ImportSnapshot => {
  const [{ subscribe, getShown }] = useState(() => follow(csvImport))
  return useSyncExternalStore(subscribe, getShown)
}

const follow = (csvImport: CsvImportRef) => {
  let shown = csvImport.getSnapshot()
  return {
    getShown: () => shown,
    subscribe: (listener: () => void) => {
      let wait: ReturnType<typeof setTimeout> | undefined
      shown = csvImport.getSnapshot()
      const show = () => {
        clearTimeout(wait)
        wait = undefined
        shown = csvImport.getSnapshot()
        listener()
      }
      const look = ({ value }: ImportSnapshot) => {
        if (JSON.stringify(value) !== JSON.stringify(shown.value)) show()
        else wait ??= setTimeout(show, freshMillis)
      }
      const subscription = csvImport.subscribe(look)
      return () => {
        clearTimeout(wait)
        subscription.unsubscribe()
      }
    },
  }
}
