import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'
import { placesOf } from './source.ts'

const sourcePath = '/inspector/source/'

const testedPath = '/inspector/tested/'
const measured = 'coverage/charts'

const folders = ['src/machines', 'server/posting/protocol']

/**
 * Answers the inspector on the development server: places of a machine's states (`/inspector/source/csvImport`), and
 * transitions that tests took (`/inspector/tested/csvImport`), from `npm run inspector:coverage`.
 */
export const sourcePlugin = (): Plugin => ({
  name: 'inspector-source',
  apply: 'serve',
  configureServer: ({ middlewares, config: { root } }) => {
    const serve = (path: string, answerOf: (machine: string) => object) =>
      middlewares.use(path, (request, answer) => {
        const machine = decodeURIComponent(request.url?.replace(/^\//, '') ?? '')
        answer.setHeader('content-type', 'application/json')
        answer.end(JSON.stringify(answerOf(machine)))
      })
    serve(sourcePath, (machine) => findPlaces(root, machine) ?? {})
    serve(testedPath, (machine) => coveredByTests(resolve(root, measured), machine))
  },
})

const measurement = z.object({ by: z.enum(['paths', 'views']), machine: z.string(), taken: z.array(z.string()) })

const coveredByTests = (folder: string, machine: string): { paths?: string[]; views?: string[] } => {
  const files = existsSync(folder) ? readdirSync(folder) : []
  const found = files
    .map((name) => z.parse(measurement, JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .filter((each) => each.machine === machine)
  const by = (wanted: 'paths' | 'views') => {
    const ids = found.filter((each) => each.by === wanted).flatMap((each) => each.taken)
    return ids.length > 0 ? { [wanted]: [...new Set(ids)] } : {}
  }
  return { ...by('paths'), ...by('views') }
}

const findPlaces = (root: string, machine: string) => {
  const files = folders.flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const places = placesOf(file, readFileSync(resolve(root, file), 'utf8'), machine)
    if (places) return places
  }
  return undefined
}
