import { describe, expect, it } from 'vitest'
import { readImports, testsTouchedBy } from '../scripts/changed.mjs'

const imports = new Map([
  ['src/views/groups/GroupForm.tsx', ['src/views/ui/forms/Input.tsx']],
  ['src/views/characters/RoleForm.tsx', ['src/views/ui/forms/Input.tsx']],
  ['src/App.tsx', ['src/views/groups/GroupForm.tsx', 'src/views/characters/RoleForm.tsx']],
  ['server/time/clock.ts', []],
  ['tests/architecture.test.ts', []],
  ['tests/e2e/main.test.ts', ['tests/e2e/operator.ts', 'src/App.tsx']],
  ['tests/server/clock.test.ts', ['server/time/clock.ts']],
  ['tests/views/characters/roles.test.tsx', ['src/App.tsx']],
  ['tests/views/groups/groups.test.tsx', ['src/App.tsx']],
  ['tests/views/input.test.tsx', ['src/views/ui/forms/Input.tsx']],
])
const took = new Map([
  ['tests/views/characters/roles.test.tsx', 30],
  ['tests/views/groups/groups.test.tsx', 20],
  ['tests/views/input.test.tsx', 2],
])
const touched = (changed: string[], seconds = 100) => testsTouchedBy(changed, { imports, took, seconds })

describe('the tests that a change affects', () => {
  it('are those that import the changed file, nearest by name and imports first, and the rules', () => {
    expect(touched(['src/views/groups/GroupForm.tsx'])).toEqual({
      chosen: [
        'tests/architecture.test.ts',
        'tests/views/groups/groups.test.tsx',
        'tests/views/characters/roles.test.tsx',
      ],
      left: [],
    })
    expect(touched(['src/views/ui/forms/Input.tsx']).chosen).toEqual([
      'tests/architecture.test.ts',
      'tests/views/input.test.tsx',
      'tests/views/characters/roles.test.tsx',
      'tests/views/groups/groups.test.tsx',
    ])
    expect(touched(['README.md'])).toEqual({ chosen: ['tests/architecture.test.ts'], left: [] })
  })

  it('stop when the time is used up, with a message, but always include changed tests', () => {
    expect(touched(['src/views/groups/GroupForm.tsx'], 25)).toEqual({
      chosen: ['tests/architecture.test.ts', 'tests/views/groups/groups.test.tsx'],
      left: ['tests/views/characters/roles.test.tsx'],
    })
    expect(touched(['tests/views/characters/roles.test.tsx'], 1).chosen).toContain(
      'tests/views/characters/roles.test.tsx',
    )
  })

  it('get more time if more files changed', () => {
    expect(touched(['src/views/groups/GroupForm.tsx', 'server/time/clock.ts'], 25).chosen).toEqual([
      'tests/architecture.test.ts',
      'tests/server/clock.test.ts',
      'tests/views/groups/groups.test.tsx',
    ])
  })

  it('run in a browser only if a file beside them changed', () => {
    expect(touched(['tests/e2e/operator.ts']).chosen).toContain('tests/e2e/main.test.ts')
    expect(touched(['src/App.tsx']).chosen).not.toContain('tests/e2e/main.test.ts')
  })

  it('are found by every form of import in this repository', () => {
    const found = readImports()
    expect(found.get('tests/changed.test.ts')).toEqual(['scripts/changed.mjs'])
    expect(found.get('src/App.tsx')).toContain('src/machines/session/session.actors.ts')
    expect(found.get('src/views/shell/screens.ts')).toContain('src/views/composer/HomeScreen.tsx')
    expect(found.get('src/views/shell/screens.ts')).not.toContain('src/views/shell/screens.ts')
  })
})
