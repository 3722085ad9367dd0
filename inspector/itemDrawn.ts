import { itemMachine } from '../server/posting/protocol/itemMachine'
import { readChart } from '../src/recording/chart'
import { layOut } from './layout'

const { chart } = readChart(itemMachine)
const { states, ...rest } = await layOut(chart)

export const drawing = {
  ...rest,
  states: states.map(({ state: { id, key, isFinal, isInitial, tags }, ...box }) => ({
    ...box,
    state: { id, key, isFinal, isInitial, tags },
  })),
}

export const transitions = chart.transitions.map(({ id, event, source, targets }) => ({ id, event, source, targets }))
