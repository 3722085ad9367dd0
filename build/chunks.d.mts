import type { Plugin } from 'vite'

export interface Chunk {
  modules: string[]
  imports: string[]
  css: string[]
}

export const chunkListFile: string
export const listChunks: () => Plugin
export const filesOf: (chunks: Record<string, Chunk>, modules: string[]) => string[]
export const stylesOf: (chunks: Record<string, Chunk>, module: string) => string[]
