/**
 * Enter and Escape during a composition belong to the input method. Safari ends the composition just before the key,
 * which then has only the code 229.
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
