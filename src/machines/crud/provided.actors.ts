import type { ConsoleServices } from '../../services/services'

/** A machine, or what several share, with its services in place. Its code comes with the screen that names it. */
export type Provided<TProvided> = (services: ConsoleServices) => TProvided

/** Makes it once for the services it is given. */
export const provided = <TProvided extends object>(make: Provided<TProvided>): Provided<TProvided> => {
  const made = new WeakMap<ConsoleServices, TProvided>()
  return (services) => {
    const known = made.get(services) ?? make(services)
    made.set(services, known)
    return known
  }
}
