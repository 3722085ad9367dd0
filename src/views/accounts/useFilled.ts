import { type RefObject, useEffect, useRef } from 'react'

/** Names of fields that a password manager filled: it writes without `beforeinput`. */
export const useFilled = (place: RefObject<HTMLElement | null>): (() => string[]) => {
  const filled = useRef(new Set<string>())
  useEffect(() => {
    const around = place.current
    if (!around) return
    const typed = new Map<EventTarget, string>()
    let typing: EventTarget | null = null
    const begin = ({ target, inputType }: InputEvent) => {
      typing = inputType === 'insertReplacementText' ? null : target
    }
    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return
      if (target === typing) typed.set(target, target.value)
      if (target.value === '' || target.value === typed.get(target)) filled.current.delete(target.name)
      else filled.current.add(target.name)
      typing = null
    }
    const heard = new AbortController()
    around.addEventListener('beforeinput', begin, heard)
    around.addEventListener('input', note, heard)
    around.addEventListener('change', note, heard)
    return () => heard.abort()
  }, [place])
  return () => [...filled.current]
}
