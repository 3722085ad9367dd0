import { relative } from 'node:path'

export const chunkListFile = '.vite/chunks.json'

/**
 * Vite's manifest knows no module that shares a chunk with others. This lists each chunk's modules, by their paths from
 * the repository, with its imports and styles: `{ 'assets/x.js': { modules, imports, css } }`.
 *
 * @returns {import('vite').Plugin}
 */
export const listChunks = () => ({
  name: 'list-chunks',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
    const list = chunks.map(({ fileName, moduleIds, imports, viteMetadata }) => [
      fileName,
      {
        modules: moduleIds.map((id) => relative(process.cwd(), id.replace(/^\0/, '').replace(/\?.*$/, ''))),
        imports,
        css: [...(viteMetadata?.importedCss ?? [])],
      },
    ])
    this.emitFile({ type: 'asset', fileName: chunkListFile, source: JSON.stringify(Object.fromEntries(list), null, 1) })
  },
})

/**
 * The files that `modules` need before they can run.
 *
 * @param {Record<string, { modules: string[], imports: string[] }>} chunks
 * @param {string[]} modules paths from the repository
 * @returns {string[]}
 */
export const filesOf = (chunks, modules) => {
  const files = new Set()
  const add = (file) => {
    if (files.has(file)) return
    files.add(file)
    for (const next of chunks[file].imports) add(next)
  }
  for (const module of modules) add(chunkWith(chunks, module))
  return [...files]
}

export const stylesOf = (chunks, module) => chunks[chunkWith(chunks, module)].css

const chunkWith = (chunks, module) => {
  const found = Object.keys(chunks).find((file) => chunks[file].modules.includes(module))
  if (!found) throw new Error(`The build has no chunk with ${module}`)
  return found
}
