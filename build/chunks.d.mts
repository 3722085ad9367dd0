import type { Plugin } from 'vite'

export interface Chunk {
  /** Source files, by their paths from the repository. */
  modules: string[]
  /** Other chunks that it needs before it can run. */
  imports: string[]
  css: string[]
}

export const chunkListFile: string
export const listChunks: () => Plugin
export const filesOf: (chunks: Record<string, Chunk>, modules: string[]) => string[]
export const stylesOf: (chunks: Record<string, Chunk>, module: string) => string[]
