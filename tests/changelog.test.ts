import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { version } from '../package.json'
import { changelogProblems } from '../scripts/changelog.mjs'

const words = (count: number) => `${'word '.repeat(count - 1)}word`
const good = `# Changelog

For readers.

## 1.2.0 (unreleased)

### Added

Three word topic:

- ${words(20)}.

### Security

- A leak is closed.

## 1.1.0 (2026-11-29)

### Fixed

- The clock runs.

## 1.0.9 (2026-01-31)

### Changed

- The clock has a new face.
`

describe('the changelog', () => {
  it('has the required form', () => {
    expect(changelogProblems(readFileSync('CHANGELOG.md', 'utf8'), version)).toEqual([])
    expect(changelogProblems(good, '1.2.0')).toEqual([])
  })

  it.each([
    ['another title', '# Changelog', '# Changes', 'Line 1 must be "# Changelog".'],
    ['another version first', '## 1.2.0 (unreleased)', '## 1.3.0 (unreleased)', 'The first release must be 1.2.0'],
    ['a release that is not newer', '## 1.0.9 (', '## 1.1.0 (', '1.1.0 must be newer than 1.1.0 below it.'],
    ['an old release without a date', '1.1.0 (2026-11-29)', '1.1.0 (unreleased)', '1.1.0 needs its date'],
    ['a date that does not exist', '2026-01-31', '2026-13-31', 'Line 23 must be "## 1.2.3 (2026-11-29)"'],
    ['a version that is none', '## 1.0.9', '## 1.0', 'Line 23 must be "## 1.2.3 (2026-11-29)"'],
    ['another section', '### Fixed', '### Removed', 'Line 19 must be one of Added, Changed, Fixed, Security'],
    ['sections out of order', '### Security', '### Added', 'Line 13 is out of order or repeated'],
    ['a section without entries', '- The clock runs.\n', '', 'Line 22 follows a heading without entries'],
    ['a last section without entries', '- The clock has a new face.\n', '', 'The last heading has no entries.'],
    ['an entry without a section', '### Changed\n', '', 'Line 26 is outside of Added'],
    ['a line of 21 words', words(20), words(21), 'Line 11 has more than 20 words'],
    ['an entry without a full stop', 'runs.', 'runs', 'Line 21 must end with a full stop'],
    ['a sentence between entries', 'Three word topic:', 'Three word topic.', 'Line 9 is neither an entry nor a topic'],
    ['more than 1,500 words', 'For readers.', words(1490), 'The changelog has more than 1500 words.'],
  ])('is refused with %s', (_fault, before, after, problem) => {
    const problems = changelogProblems(good.replace(before, after), '1.2.0')
    expect(problems).toEqual([expect.stringContaining(problem)])
  })
})
