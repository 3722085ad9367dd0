import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * `mod` is Ctrl or Cmd, one of them and no other modifier, `modShift` the same with Shift; `plain` is a key alone, outside
 * of text controls, while no modal window covers the page that it would act upon.
 */
type Chord = { key: string; kind: 'mod' | 'modShift' | 'plain' }

export const isChord = (event: KeyboardEvent, { key, kind }: Chord): boolean => {
  if (event.defaultPrevented || event.repeat || event.altKey) return false
  if (keyOf(event) !== key) return false
  if (kind === 'plain') return !event.ctrlKey && !event.metaKey && !isTyping(event.target) && !isCovered()
  return event.ctrlKey !== event.metaKey && event.shiftKey === (kind === 'modShift')
}

/** Where `isOurs` says no the key stays the browser's. */
export const useShortcut = (
  key: string,
  kind: Chord['kind'],
  run: () => void,
  isOurs: (event: KeyboardEvent) => boolean = () => true,
): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isChord(event, { key, kind }) || !isOurs(event)) return
    event.preventDefault()
    run()
  })
  // In the frame that shows the page: a key that comes right behind it is not lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/**
 * What a key stands for in a shortcut: by its place on the keyboard where it types letters or digits that are not Latin, or
 * several letters at once, which Chromium does not name.
 */
export const keyOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string => {
  const place = /^(?:Key|Digit)(.)$/.exec(code)?.[1]
  if (place && (unnamed.includes(key) || notLatin.test(key))) return place.toLowerCase()
  return key === '؟' ? '?' : key.toLowerCase()
}

const unnamed = ['', 'Unidentified']
const notLatin = /^(?:(?![\p{Script=Latin}0-9])[\p{L}\p{M}\p{Nd}])+$/u

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"], [role="combobox"]') !== null)

/** True while a modal window covers the page. */
export const isCovered = (): boolean => document.querySelector('[aria-modal="true"], dialog[open]') !== null
