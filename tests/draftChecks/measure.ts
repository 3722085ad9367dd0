import type { About } from '../../server/models/draftChecks/about'
import { loadDetector } from '../../server/models/draftChecks/aboutOf'
import { leaks } from '../../server/models/draftChecks/draftReasons'
import { echo } from '../../server/models/draftChecks/echo'
import { invented } from '../../server/models/draftChecks/invented'
import { invisibleIn } from '../../server/models/draftChecks/invisible'
import { language } from '../../server/models/draftChecks/language'
import { nearness } from '../../server/models/draftChecks/nearness'
import { openings } from '../../server/models/draftChecks/openings'
import { tellsOfMachine } from '../../server/models/draftChecks/tells'
import { cashtags } from '../../src/schemas/composer/draftChecks/cashtags'
import type { Check } from '../../src/schemas/composer/draftChecks/check'
import { hashtags } from '../../src/schemas/composer/draftChecks/hashtags'
import { length } from '../../src/schemas/composer/draftChecks/length'
import { links } from '../../src/schemas/composer/draftChecks/links'
import { markdown } from '../../src/schemas/composer/draftChecks/markdown'
import { mentions } from '../../src/schemas/composer/draftChecks/mentions'
import { numbering } from '../../src/schemas/composer/draftChecks/numbering'
import { quotation } from '../../src/schemas/composer/draftChecks/quotation'
import { good } from './good'
import { type HeldCase, heldCases } from './held'
import { leakCases } from './leaks'
import { plainCases } from './plain'
import { inventedCases, invisibleCases } from './sources'

export const nothing: About = {
  author: 'maker',
  language: undefined,
  detect: await loadDetector(),
  post: '',
  sources: [],
  openings: [],
  earlier: [],
  findLeaks: () => [],
  wantsHashtags: false,
}

const held = (texts: readonly string[], about: Partial<About> = {}): HeldCase[] =>
  texts.map((text) => ({ text, about }))

interface Labelled {
  check: Check<About>
  bad: readonly HeldCase[]
  fine: readonly HeldCase[]
}

const plain = (check: Check<About>, { bad, fine }: { bad: readonly string[]; fine: readonly string[] }): Labelled => ({
  check,
  bad: held(bad),
  fine: [...held(fine), ...held(good)],
})
const against = (check: Check<About>, cases: { bad: readonly HeldCase[]; fine: readonly HeldCase[] }): Labelled => ({
  check,
  bad: cases.bad,
  fine: [...cases.fine, ...held(good.slice(20), cases.bad[0]?.about)],
})

export const labelled: Record<string, Labelled> = {
  'wrong language': { check: language, ...heldCases.language },
  'weighted length': plain(length, plainCases.length),
  numbering: plain(numbering, plainCases.numbering),
  'quotation marks': plain(quotation, plainCases.quotation),
  markdown: plain(markdown, plainCases.markdown),
  hashtags: plain(hashtags, plainCases.hashtags),
  'links and what looks like them': plain(links, plainCases.links),
  mentions: plain(mentions, plainCases.mentions),
  cashtags: plain(cashtags, plainCases.cashtags),
  'tells of a machine': plain(tellsOfMachine, plainCases.tells),
  'echo of the post': against(echo, heldCases.echo),
  'openings used lately': against(openings, heldCases.openings),
  'numbers and names without a source': against(invented, inventedCases),
  'nearness to earlier replies': against(nearness, heldCases.nearness),
  'leaks of the prompt': { check: leaks, ...leakCases },
  'invisible characters': plain((text) => invisibleIn(text), invisibleCases),
}

export interface Measured {
  cases: number
  precision: number
  recall: number
  missed: string[]
  blamed: string[]
}

export const measure = ({ check, bad, fine }: Labelled): Measured => {
  const said = ({ text, about }: HeldCase) => check(text, { ...nothing, ...about })
  const missed = bad.filter((each) => said(each) === undefined).map(({ text }) => text)
  const blamed = fine.flatMap((each) => {
    const reason = said(each)
    return reason === undefined ? [] : [`${each.text} (${reason})`]
  })
  const found = bad.length - missed.length
  return {
    cases: bad.length + fine.length,
    precision: found / Math.max(1, found + blamed.length),
    recall: found / bad.length,
    missed,
    blamed,
  }
}
