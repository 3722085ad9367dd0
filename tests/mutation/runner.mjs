// Stryker's test runner for the statecharts. A chart is made when its file is loaded, so each mutant needs the files
// loaded anew: here that happens within one process, where Stryker's own runner for Vitest starts a worker per mutant.
import { readdirSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { startTests } from '@vitest/runner'
import { createServer } from 'vite'

/** Quick and deterministic; the walk along every transition comes last, for it takes longest. */
const testFiles = () =>
  [
    ...readdirSync('tests/machines').filter(
      (name) => name.endsWith('.test.ts') && !/randomWalks|document|everyTr/.test(name),
    ),
    '../server/deliveryMachine.test.ts',
    'everyTransition.test.ts',
  ].map((name) => resolve('tests/machines', name))

/** By the name under which its tests are described. */
const machineFiles = () =>
  new Map(readdirSync('src/machines').map((name) => [basename(name, '.ts'), resolve('src/machines', name)]))

const reloaded = /\/(src\/machines|server\/delivery|tests\/(machines|server|support))\//

const settings = {
  root: '.',
  setupFiles: [],
  name: undefined,
  passWithNoTests: false,
  testNamePattern: undefined,
  allowOnly: false,
  sequence: { seed: 0, hooks: 'stack', setupFiles: 'list' },
  chaiConfig: undefined,
  maxConcurrency: 1,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  tagsFilter: undefined,
  strictTags: false,
}

/** Where the code with mutants in it reads which of them is active, and counts what runs. */
globalThis.__stryker__ ??= {}
const { __stryker__: stryker } = globalThis

class StatechartTestRunner {
  #server
  #testFiles
  #machineFiles
  /** Errors that reach nobody, such as those of an actor without an observer. */
  #unheard = []

  capabilities() {
    return { reloadEnvironment: true }
  }

  /** Stryker has gone to the copy with the mutants in it by now, but had not when this file was loaded. */
  async init() {
    this.#testFiles = testFiles()
    this.#machineFiles = machineFiles()
    process.on('uncaughtException', (error) => this.#unheard.push(error))
    process.on('unhandledRejection', (error) => this.#unheard.push(error))
    this.#server = await createServer({
      configFile: false,
      logLevel: 'error',
      appType: 'custom',
      server: { middlewareMode: true, watch: null, ws: false },
      resolve: { alias: { vitest: resolve('tests/mutation/vitest.mjs') } },
    })
    await this.#run(undefined, { bail: false })
  }

  async dryRun() {
    stryker.activeMutant = undefined
    stryker.mutantCoverage = undefined
    const results = await this.#run(undefined, { bail: false })
    return { status: 'complete', tests: results, mutantCoverage: stryker.mutantCoverage }
  }

  async mutantRun({ activeMutant, hitLimit, sandboxFileName }) {
    const affected = this.#importersOf(sandboxFileName)
    Object.assign(stryker, { activeMutant: activeMutant.id, hitLimit, hitCount: 0 })
    const results = await this.#run(affected, { bail: true })
    if (results.length === 0) return { status: 'error', errorMessage: 'no test imports this file' }
    if (stryker.hitCount > hitLimit) return { status: 'timeout', reason: 'hit limit' }
    const failed = results.find(({ status }) => status === 'failed')
    return failed
      ? { status: 'killed', killedBy: [failed.id], failureMessage: failed.failureMessage, nrOfTests: results.length }
      : { status: 'survived', nrOfTests: results.length }
  }

  async dispose() {
    await this.#server.close()
  }

  get #modules() {
    return this.#server.environments.ssr.runner.evaluatedModules
  }

  /** The files that import a file, directly or not, and itself. */
  #importersOf(file) {
    const found = new Set()
    const visit = (id) => {
      if (found.has(id)) return
      found.add(id)
      for (const importer of this.#modules.getModuleById(id)?.importers ?? []) visit(importer)
    }
    visit(resolve(file))
    return found
  }

  /** Runs the tests of the affected files, or all. */
  async #run(affected, { bail }) {
    const results = []
    const hasFailed = () => results.some(({ status }) => status === 'failed')
    const result = (file, name, milliseconds, error) => ({
      id: `${relative('.', file)}#${name}`,
      name,
      fileName: file,
      timeSpentMs: milliseconds,
      ...(error ? { status: 'failed', failureMessage: error.message ?? String(error) } : { status: 'success' }),
    })
    for (const module of this.#modules.idToModuleMap.values()) {
      if (reloaded.test(module.id)) this.#modules.invalidateModule(module)
    }
    const concerns = (test) =>
      !affected || !this.#machineFiles.has(test.suite?.name) || affected.has(this.#machineFiles.get(test.suite.name))
    for (const file of this.#testFiles.filter((each) => !affected || affected.has(each))) {
      if (bail && hasFailed()) break
      this.#unheard = []
      const [ran] = await startTests([file], {
        config: settings,
        importFile: (path) => this.#server.environments.ssr.runner.import(path),
        onBeforeRunTask: (test) => {
          if ((bail && hasFailed()) || !concerns(test)) test.mode = 'skip'
          else stryker.currentTestId = `${relative('.', file)}#${test.fullTestName}`
        },
        onAfterRunTask: ({ fullTestName, mode, result: { state, duration = 0, errors = [] } }) => {
          stryker.currentTestId = undefined
          if (mode === 'run') results.push(result(file, fullTestName, duration, state === 'fail' && errors[0]))
        },
      })
      await new Promise((done) => setTimeout(done))
      const [problem] = [...(ran.result?.errors ?? []), ...this.#unheard]
      if (problem) results.push(result(file, 'loads and leaves no error behind', 0, problem))
    }
    return results
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'statecharts', injectableClass: StatechartTestRunner }]
