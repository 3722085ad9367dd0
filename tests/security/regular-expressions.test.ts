import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import { parseSync, Visitor } from 'vite'
import { describe, expect, test, vi } from 'vitest'
import { indexCsv } from '../../src/services/csv/csvText'

interface Expression {
  file: string
  pattern: string
  flags: string
}

/** Files that make expressions from text. */
const builders: string[] = []

const expressionsOf = (file: string): Expression[] => {
  const found: Expression[] = []
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) found.push({ file, ...node.regex })
    },
    NewExpression: ({ callee }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') builders.push(file)
    },
    CallExpression: ({ callee }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') builders.push(file)
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return found
}

/** The expressions that are made from a file's delimiter. */
const ofDelimiter = (): Expression[] => {
  const made: Expression[] = []
  vi.stubGlobal(
    'RegExp',
    class extends RegExp {
      constructor(pattern: string | RegExp, flags?: string) {
        super(pattern, flags)
        made.push({ file: 'src/services/csv/csvText.ts', pattern: this.source, flags: this.flags })
      }
    },
  )
  indexCsv(new TextEncoder().encode('username, "api_key"\nada,b\n'))
  vi.unstubAllGlobals()
  return made.filter(({ pattern }) => pattern.includes('u{2c}'))
}

const literals = ['src', 'server']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap(expressionsOf)
const expressions = [...literals, ...ofDelimiter()]

/**
 * Milliseconds. If a lookbehind prevents a proof, the checker tries texts for fractions of a second by default, so that
 * a busy machine would have another answer than a quiet one.
 */
const limits = { timeout: 50_000, incubationTimeout: 50_000, attackTimeout: 50_000 }

/** `v` differs from `u` in its classes, not in how the engine backtracks; the checker only knows `u`. */
const complexityOf = ({ pattern, flags }: Expression) => {
  // The checker's native program takes a third of the time; without one, the JavaScript version runs.
  process.env.RECHECK_BACKEND = 'auto'
  return checkSync(pattern, flags.replace('v', 'u'), limits).status
}

describe('Regular expressions', () => {
  test('are found, and a backtracking one is reported', () => {
    expect(expressions.length).toBeGreaterThan(80)
    expect(complexityOf({ file: '', pattern: '^(a+)+$', flags: '' })).toBe('vulnerable')
    expect(complexityOf({ file: '', pattern: '\\s+$', flags: '' })).toBe('vulnerable')
  })

  test('are literals, except for two that contain the delimiter of a file', () => {
    expect(builders).toEqual(['src/services/csv/csvText.ts', 'src/services/csv/csvText.ts'])
    expect(ofDelimiter()).toHaveLength(2)
  })

  test.each(expressions)('need no more steps than the text has characters: $file /$pattern/$flags', (expression) => {
    expect(complexityOf(expression)).toBe('safe')
  })
})
