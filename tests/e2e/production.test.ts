import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Texts of the inspector's own files that survive minifying, with their files. */
const marks: [text: string, source: string][] = [
  ['inspection.ready', 'inspector/channel.ts'],
  ['auto-comment-bot-inspector', 'inspector/channel.ts'],
  ['@statelyai.connected', 'node_modules/@statelyai/inspect/dist/index.mjs'],
  ['org.eclipse.elk', 'node_modules/elkjs/lib/elk.bundled.js'],
]

it.each(marks)('leaves the inspector out of the production build: no file contains %s', (text, source) => {
  expect(readFileSync(source, 'utf8')).toContain(text)
  const files = filesBelow('dist').filter((file) => !/\.(br|gz|woff2|png)$/.test(file))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => readFileSync(file, 'utf8').includes(text))).toEqual([])
})

it("does not build the inspector's page", () => {
  expect(existsSync('inspector/index.html')).toBe(true)
  expect(filesBelow('dist').filter((file) => /inspector/i.test(file))).toEqual([])
})
