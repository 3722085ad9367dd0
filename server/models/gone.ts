import type { Refusal } from './refusals'

const code =
  /^(?:(?:unknown|invalid|no_such)_model|(?:model|deployment)_?(?:id_|name_)?(?:does_)?not_?(?:found|exists?)|model_?(?:is_)?(?:deprecated|retired|decommissioned|gone|removed))$/i

export const hasGoneCode = ({ codes }: Pick<Refusal, 'codes'>): boolean => codes.some((each) => code.test(each))

const ended =
  /\bmodel\b[:,]?(?:\s+[a-z]+){0,3}?\s+(?:(?:(?:does|do|did) not|doesn't|not) (?:found|exists?)|no longer (?:exists?|available|supported|offered|served)|deprecated|retired|decommissioned|discontinued|removed|sunset|shut down|end of (?:its )?life)\b/i
const unknown = /\b(?:unknown|invalid|no such|not a valid) model(?: id| name)?(?=\s*(?:$|[:.,]|model\b))/i

/** A request in another format, or after a change of the account's settings, may succeed. */
const ofTheForm = /response_?format|json|schema|parameters|\bsupports?\b|polic(?:y|ies)/i

/**
 * Whether a provider does not have a model any more. Status and code decide before words. A field that is deprecated
 * "for this model", or a 404 that names no model, does not count.
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

/** Replaces the model's name and other names for a model by "model". */
const withModel = (words: string, model: string): string =>
  withoutName(words, model)
    .replace(/["'`“”‘’«»*()[\]](?!t\b)/g, ' ')
    .replace(/\b(?:(?:api )?deployment\b|models\/)/gi, ' model ')
    .replace(/\bmodel(?:[\s:]+(?:id|name|version|model))+\b/gi, 'model')
    .replace(/\s+/g, ' ')

/** Replaces the model's name by "model", so that no rule mistakes a part of the name for a word. */
export const withoutName = (words: string, model: string): string =>
  model.length < 3
    ? words
    : words.replaceAll(model, (name, at: number, whole: string) =>
        /[\w.-]/.test(whole.charAt(at - 1)) || /[\w-]/.test(whole.charAt(at + name.length)) ? name : ' model ',
      )
