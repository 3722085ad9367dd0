import type { ConsoleServices } from '../../services/services'

/** Logic with its services in place. Only its screens load its code. */
export type Provided<TProvided> = (services: ConsoleServices) => TProvided

/** Creates one instance for each set of services. */
export const provided = <TProvided extends object>(make: Provided<TProvided>): Provided<TProvided> => {
  const made = new WeakMap<ConsoleServices, TProvided>()
  return (services) => {
    const known = made.get(services) ?? make(services)
    made.set(services, known)
    return known
  }
}
