import type { ConsoleServices } from '../services/services'

/** A machine with its services in place. Its code comes with the screen that names it. */
export type Provided<TMachine> = (services: ConsoleServices) => TMachine

/** Makes the machine once for the services it is given. */
export const provided = <TMachine extends object>(make: Provided<TMachine>): Provided<TMachine> => {
  const made = new WeakMap<ConsoleServices, TMachine>()
  return (services) => {
    const machine = made.get(services) ?? make(services)
    made.set(services, machine)
    return machine
  }
}
