import { useSyncExternalStore } from 'react'

/**
 * Takes the place of use-sync-external-store/with-selector below `useSelector` (vite.config.ts), in one hook instead of
 * five. What it leaves out: a comparison of one's own, and selectors that make something new at each call. React would
 * draw those without end.
 */
export const useSyncExternalStoreWithSelector = <Snapshot, Selected>(
  subscribe: (notify: () => void) => () => void,
  getSnapshot: () => Snapshot,
  getServerSnapshot: () => Snapshot,
  select: (snapshot: Snapshot) => Selected,
): Selected =>
  useSyncExternalStore(
    subscribe,
    () => select(getSnapshot()),
    () => select(getServerSnapshot()),
  )
