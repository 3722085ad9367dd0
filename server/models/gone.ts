import type { Refusal } from './refusals'

const code =
  /^(?:(?:unknown|invalid|no_such)_model|(?:model|deployment)_?(?:id_|name_)?(?:does_)?not_?(?:found|exists?)|model_?(?:is_)?(?:deprecated|retired|decommissioned|gone|removed))$/i

/** By its code or type alone. */
export const hasGoneCode = ({ codes }: Pick<Refusal, 'codes'>): boolean => codes.some((each) => code.test(each))

const ended =
  /\bmodel\b[:,]?(?:\s+[a-z]+){0,3}?\s+(?:(?:(?:does|do|did) not|doesn't|not) (?:found|exists?)|no longer (?:exists?|available|supported|offered|served)|deprecated|retired|decommissioned|discontinued|removed|sunset|shut down|end of (?:its )?life)\b/i
const unknown = /\b(?:unknown|invalid|no such|not a valid) model(?: id| name)?(?=\s*(?:$|[:.,]|model\b))/i

/** A request that another form, or another setting of the account, would let pass. */
const ofTheForm = /response_?format|json|schema|parameters|\bsupports?\b|polic(?:y|ies)/i

/**
 * Whether a provider has no such model, or has it no more: by status and code first, by words last. Words about a
 * field that is deprecated "for this model", and a 404 that names no model, are something else.
 */
export const isModelGone = (refusal: Refusal & { realStatus: number }, model: string): boolean => {
  const { realStatus, param, words = '' } = refusal
  if (realStatus === 410 || hasGoneCode(refusal)) return true
  if (![400, 404, 422, 500, 502].includes(realStatus)) return false
  if (param === 'model' && realStatus < 500) return true
  const said = withModel(words, model)
  if (realStatus === 404 && /\bmodel\b/i.test(said) && !ofTheForm.test(said)) return true
  return ended.test(said) || unknown.test(said)
}

/** The words with "model" for the name of the model and for what else it is called. */
const withModel = (words: string, model: string): string =>
  withoutName(words, model)
    .replace(/["'`“”‘’«»*()[\]](?!t\b)/g, ' ')
    .replace(/\b(?:(?:api )?deployment\b|models\/)/gi, ' model ')
    .replace(/\bmodel(?:[\s:]+(?:id|name|version|model))+\b/gi, 'model')
    .replace(/\s+/g, ' ')

/** The words with "model" for its name, which no rule then takes for a word. */
export const withoutName = (words: string, model: string): string =>
  model.length < 3
    ? words
    : words.replaceAll(model, (name, at: number, whole: string) =>
        /[\w.-]/.test(whole.charAt(at - 1)) || /[\w-]/.test(whole.charAt(at + name.length)) ? name : ' model ',
      )
