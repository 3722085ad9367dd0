import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * `mod` is Ctrl or Cmd without other modifiers, `modShift` the same with Shift; `plain` is a key outside of text
 * controls while no modal window is open.
 */
type Chord = { key: string; kind: 'mod' | 'modShift' | 'plain' }

export const isChord = (event: KeyboardEvent, { key, kind }: Chord): boolean => {
  if (event.defaultPrevented || event.repeat || event.altKey) return false
  if (keyOf(event) !== key) return false
  if (kind === 'plain') return !event.ctrlKey && !event.metaKey && !isTyping(event.target) && !isCovered()
  return event.ctrlKey !== event.metaKey && event.shiftKey === (kind === 'modShift')
}

/** If `isOurs` returns false, the browser handles the key. */
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
  // Runs in the frame that shows the page, so that a key pressed right after it is not lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Uses the key's position if it types no Latin letter or digit, or several letters, which Chromium does not name. */
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

export const isCovered = (): boolean => document.querySelector('[aria-modal="true"], dialog[open]') !== null
