import { counted } from '../counted'

/** In a file of its own, because a script that runs before the console needs only this sentence. */
export const accountSummary = (
  all: number,
  groups: number,
  grouped: number,
  active: number,
  unknown: number,
): string => {
  const placed =
    grouped === all
      ? ` in ${counted(groups, 'group')}`
      : grouped === 0
        ? ' in no group'
        : `, ${grouped.toLocaleString()} in ${counted(groups, 'group')}, ${(all - grouped).toLocaleString()} in no group`
  return `${counted(all, 'account')}${placed}, ${activities(active, unknown)}.`
}

/** Another provider may not say whether accounts are active. */
export const activities = (active: number, unknown: number): string =>
  `${active.toLocaleString()} active${unknown > 0 ? `, ${unknown.toLocaleString()} with unknown status` : ''}`
