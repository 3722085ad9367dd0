const lifetimeSeconds = 604_800

export const readSidebar = ({ cookie }: { cookie: string }): boolean | undefined => {
  const value = /(?:^|; )sidebar_state=(true|false)/.exec(cookie)?.[1]
  return value === undefined ? undefined : value === 'true'
}

export const writeSidebar = (page: { cookie: string }, open: boolean): void => {
  page.cookie = `sidebar_state=${open}; path=/; max-age=${lifetimeSeconds}; samesite=lax`
}
