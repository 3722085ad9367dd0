/** Leads the browser to a page that is not ours. */
export const leaveFor = (address: string): void => window.location.assign(address)
