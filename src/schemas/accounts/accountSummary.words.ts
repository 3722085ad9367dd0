import { counted } from '../counted'

/** In a file of its own, because a script that runs before the console needs only this sentence. */
export const accountSummary = (all: number, groups: number, grouped: number, active: number): string => {
  const placed =
    grouped === all
      ? ` in ${counted(groups, 'group')}`
      : grouped === 0
        ? ' in no group'
        : `, ${grouped.toLocaleString()} in ${counted(groups, 'group')}, ${(all - grouped).toLocaleString()} in no group`
  return `${counted(all, 'account')}${placed}, ${active.toLocaleString()} active.`
}
