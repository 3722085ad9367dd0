/**
 * Keys pressed while an input method composes a word belong to it: Enter and Escape end the composition, and no part of the
 * page hears them. Safari ends it just before the key, which then has the code 229 alone.
 */
export const keepCompositionKeys = (page: EventTarget): void =>
  page.addEventListener(
    'keydown',
    (event) => {
      if (event instanceof KeyboardEvent && (event.isComposing || event.keyCode === 229))
        event.stopImmediatePropagation()
    },
    { capture: true },
  )
