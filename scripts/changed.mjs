import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { globSync } from 'tinyglobby'

const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)

/** Files that differ from the common ancestor with the branch `main`, committed or not. */
export const changedFiles = () => {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main')
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])]
}

const isTest = (file) => /^tests\/.*\.test\.tsx?$/.test(file)
/** Tests at the top level check files of the whole repository, within a second. */
const isRule = (file) => /^tests\/[^/]+\.test\.ts$/.test(file)
const isBrowserTest = (file) => file.startsWith('tests/e2e/')
const unknownSeconds = 5

const words = (file) =>
  new Set(
    file
      .replace(/\.[^/]*$/, '')
      .split(/[/.-]|(?<=[a-z])(?=[A-Z])/)
      .map((word) => word.toLowerCase().replace(/s$/, '')),
  )

const shared = (one, other) => [...words(one)].filter((word) => word !== 'test' && words(other).has(word)).length

const distancesTo = (changed, imports) => {
  const importers = new Map()
  for (const [file, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])
  }
  const distances = new Map(changed.map((file) => [file, 0]))
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  return distances
}

/**
 * The tests that a change touches: changed tests, and the nearest of those whose imports lead to a changed file, up to
 * `seconds` for each. Near means common words in the path, then few imports. Browser tests are included only if one of
 * their own files changed.
 *
 * @param {string[]} changed paths from the root
 * @param {{ imports: Map<string, string[]>, took: Map<string, number>, seconds: number }} known by file: its imports,
 * and seconds of its tests
 * @returns {{ chosen: string[], left: string[] }} test files
 */
export const testsTouchedBy = (changed, { imports, took, seconds }) => {
  const distances = distancesTo(changed, imports)
  const tests = [...imports.keys()].filter(isTest)
  const nearness = (test) => Math.max(...changed.map((file) => shared(file, test)))
  const isInBrowser = changed.some(isBrowserTest)
  const reached = tests
    .filter((test) => distances.has(test) && !isRule(test) && (isInBrowser || !isBrowserTest(test)))
    .map((test) => ({ test, near: nearness(test), distance: distances.get(test) }))
    .sort((a, b) => Number(b.distance === 0) - Number(a.distance === 0) || b.near - a.near || a.distance - b.distance)
  const chosen = tests.filter((test) => isRule(test))
  const left = []
  let room = seconds * changed.length
  for (const { test, distance } of reached) {
    const needs = took.get(test) ?? unknownSeconds
    if (distance > 0 && needs > room) left.push(test)
    else {
      chosen.push(test)
      room -= needs
    }
  }
  return { chosen, left }
}

const globs = /\bimport\.meta\.glob[^(]*\(\s*'(\.[^']+)'/g
const specifiers = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g
const folders = ['src', 'server', 'sandbox', 'build', 'inspector', 'scripts', 'tests', 'torture']
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']

export const readImports = () => {
  const files = folders.flatMap(filesBelow).filter((file) => /\.(?:tsx?|mjs)$/.test(file))
  const targetOf = (file, specifier) => {
    const path = normalize(join(dirname(file), specifier.replace(/\?.*$/, '')))
    return endings.map((ending) => path + ending).find((each) => existsSync(each) && statSync(each).isFile())
  }
  const matchesOf = (file, glob) =>
    globSync(glob, { cwd: dirname(file) }).map((match) => normalize(join(dirname(file), match)))
  return new Map(
    files.map((file) => {
      const text = readFileSync(file, 'utf8')
      const named = [...text.matchAll(specifiers)].flatMap(([, specifier]) => targetOf(file, specifier) ?? [])
      return [file, [...named, ...[...text.matchAll(globs)].flatMap(([, glob]) => matchesOf(file, glob))]]
    }),
  )
}

export const readDurations = () => {
  const took = new Map()
  const cache = 'node_modules/.vite/vitest'
  const runs = existsSync(cache) ? filesBelow(cache).filter((file) => file.endsWith('results.json')) : []
  for (const run of runs) {
    for (const [name, { duration }] of JSON.parse(readFileSync(run, 'utf8')).results) {
      const [project, test] = name.split(':')
      if (!project.startsWith('deep')) took.set(test, duration / 1000)
    }
  }
  return took
}
