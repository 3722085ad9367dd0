import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import type { Chart } from '../../src/recording/recording'

const source = z.record(z.string(), z.object({ file: z.string(), line: z.number() }))
const tested = z.object({ paths: z.optional(z.array(z.string())), views: z.optional(z.array(z.string())) })

export interface ChartFacts {
  /** The places of its states in the sources, by their ids. */
  places: z.infer<typeof source>
  /** Ids of the transitions that tests took, if measured. */
  tested: z.infer<typeof tested>
}

const nothing: ChartFacts = { places: {}, tested: {} }
const known = new Map<string, Promise<ChartFacts>>()

export const useChartFacts = (chart: Chart | undefined): ChartFacts => {
  const machine = chart?.states[0]?.id
  const [facts, setFacts] = useState(nothing)
  useEffect(() => {
    if (machine === undefined) return
    let isWanted = true
    const asked = known.get(machine) ?? ask(machine)
    known.set(machine, asked)
    asked.then((found) => {
      if (isWanted) setFacts(found)
    })
    return () => {
      isWanted = false
    }
  }, [machine])
  return facts
}

const ask = async (machine: string): Promise<ChartFacts> => {
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`/inspector/${path}/${encodeURIComponent(machine)}`)).json()
  try {
    return { places: z.parse(source, await read('source')), tested: z.parse(tested, await read('tested')) }
  } catch {
    return nothing
  }
}
