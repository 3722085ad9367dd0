import { type EventObject, fromCallback } from 'xstate'
import { provided } from '../crud/provided.actors'
import type { AllActors } from '../crud/service'
import type { CsvImportRef } from './csvImport'
import { importViewMachine } from './importView'

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
