import { labelled, measure } from '../tests/draftChecks/measure'

/** Prints precision and recall of each check of a draft on labelled cases, and the misjudged cases. */
export const benchDraftChecks = (): void => {
  for (const [name, cases] of Object.entries(labelled)) {
    const started = performance.now()
    const { cases: count, precision, recall, missed, blamed } = measure(cases)
    const ms = (performance.now() - started) / count
    console.log(
      `${name.padEnd(36)} ${String(count).padStart(3)} cases  precision ${precision.toFixed(2)}  recall ${recall.toFixed(2)}  ${ms.toFixed(2)} ms each`,
    )
    for (const text of missed) console.log(`    not named: ${text.slice(0, 100)}`)
    for (const text of blamed) console.log(`    named:     ${text.slice(0, 160)}`)
  }
  console.log('')
}
