/** The posting of one item (`itemMachine`), drawn when the console is built. */
declare module 'virtual:item-drawing' {
  export const drawing: import('./drawing').Drawing
  export const transitions: { id: string; event: string; source: string; targets: string[] }[]
}
