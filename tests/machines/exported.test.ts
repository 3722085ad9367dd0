import { expect, it } from 'vitest'
import { createMachine } from 'xstate'
import { machineConfig } from '../../inspector/machineConfig'
import { readChart } from '../../src/recording/chart'
import type { Chart } from '../../src/recording/recording'
import { models } from './models'

/** The order of transitions differs between `on` and a service's answer. */
const shapeOf = ({ states, transitions }: Chart) => ({
  states,
  transitions: transitions.map(({ id: _, ...rest }) => JSON.stringify(rest)).sort(),
})

it.each(models.map(({ name, machine }) => [name, machine] as const))(
  'exports %s for Stately as a machine with the same chart',
  (_, machine) => {
    const { chart } = readChart(machine)
    const again = createMachine(JSON.parse(JSON.stringify(machineConfig(chart))))
    expect(shapeOf(readChart(again).chart)).toEqual(shapeOf(chart))
  },
)
