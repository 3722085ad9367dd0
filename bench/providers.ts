import { behaviours } from '../sandbox/model/providers'
import { startProviderTrials } from '../tests/support/providerTrials'

export const benchProviders = async (): Promise<void> => {
  const { trial, close } = await startProviderTrials()
  const count = { holding: 0, drafted: 0, refusing: 0, explained: 0 }
  for (const [name, { words }] of Object.entries(behaviours)) {
    const { drafts, said, formats, ms } = await trial(name)
    console.log(`${name}\n  ${said || `${drafts} drafts`} (${formats.join(', ')}; ${ms.toFixed(0)} ms)`)
    if (words === undefined) count.holding += 1
    else count.refusing += 1
    if (words === undefined && drafts === 3) count.drafted += 1
    if (words !== undefined && said.includes(words)) count.explained += 1
  }
  await close()
  console.log(`\nDrafts: ${count.drafted} of ${count.holding} that hold replies`)
  console.log(`The reason in the provider's words: ${count.explained} of ${count.refusing} that hold none\n`)
}
