import { resolve } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

const name = 'virtual:item-drawing'
const resolved = `\0${name}`

/**
 * `virtual:item-drawing`: the drawing of the machine that posts one item, so that no browser loads the graph layout.
 */
export const itemDrawing = (): Plugin => ({
  name: 'item-drawing',
  resolveId: (id) => (id === name ? resolved : undefined),
  async load(id) {
    if (id !== resolved) return undefined
    const { module, dependencies } = await runnerImport<object>(resolve('inspector/itemDrawn.ts'))
    for (const file of dependencies) this.addWatchFile(file)
    return Object.entries(module)
      .map(([exported, value]) => `export const ${exported} = ${JSON.stringify(value)}`)
      .join('\n')
  },
})
