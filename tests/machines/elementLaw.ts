import type { AnyMachineSnapshot } from 'xstate'
import { demand, type Law, sameAs } from './law'

interface Words {
  /** The element that the screen shows. */
  of: (context: AnyMachineSnapshot['context']) => unknown
  said: (context: AnyMachineSnapshot['context']) => unknown
}

/** By chart, the words that it keeps about one of several elements. */
const words: Record<string, Words> = {
  manualPosting: { of: ({ items, index }) => items[index]?.id, said: ({ fault }) => fault },
  passkeys: { of: ({ chosen }) => chosen?.id, said: ({ refusal }) => refusal },
  secondFactor: { of: ({ tried, enrolment }) => [tried, enrolment], said: ({ refusal }) => refusal },
  taskWatch: { of: ({ confirmed }) => confirmed?.item_id, said: ({ confirmed }) => confirmed?.fault },
  csvImport: {
    of: ({ fileName }) => fileName,
    said: ({ problem, rejected }) => problem ?? (rejected.length > 0 ? rejected : undefined),
  },
  inbox: { of: ({ filter, cursor }) => [filter, cursor], said: ({ left }) => (left.length > 0 ? left : undefined) },
  replyFlow: { of: ({ form }) => form.tweet_url, said: ({ linkResult }) => linkResult },
  modelTrial: { of: ({ model_name }) => model_name, said: ({ tried, problem }) => tried ?? problem },
  allowances: { of: ({ operator }) => operator?.id, said: ({ allowances }) => allowances },
}

export const saysSomething = (name: string, { context }: AnyMachineSnapshot): boolean =>
  words[name]?.said(context) !== undefined

/** A reason or result of one element is never shown at another. */
export const elementLaw = (name: string): Law => {
  const known = words[name]
  if (!known) return () => () => undefined
  const { of, said } = known
  return () => {
    const asked = new Map<string, unknown>()
    return (moment) => {
      const { before, event, after, started } = moment
      const service = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type)?.[1] ?? ''
      const isNew = !sameAs(said(before.context), said(after.context))
      const [was, is] = [asked.has(service) ? asked.get(service) : of(before.context), of(after.context)]
      const isKept = said(after.context) !== undefined && (!isNew || asked.has(service))
      demand(!isKept || sameAs(was, is), moment, 'what was said of one element is not shown at another')
      for (const { id } of started) asked.set(id, is)
    }
  }
}
