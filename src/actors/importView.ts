import { type EventObject, fromCallback } from 'xstate'
import type { CsvImportRef } from '../machines/csvImport'
import { importViewMachine } from '../machines/importView'
import type { AllActors } from '../machines/service'
import { provided } from './provided'

export const followingView = importViewMachine.provide({
  actors: {
    followImport: fromCallback<EventObject, { csvImport: CsvImportRef }>(({ input: { csvImport }, sendBack }) => {
      let state = ''
      const look = () => {
        const next = JSON.stringify(csvImport.getSnapshot().value)
        sendBack({ type: next === state ? 'import.counted' : 'import.moved' })
        state = next
      }
      look()
      const subscription = csvImport.subscribe(look)
      return () => subscription.unsubscribe()
    }),
  } satisfies AllActors<typeof importViewMachine>,
})

export const importView = provided(() => followingView)
