import { counted } from './counted'

export const lead = 'Sets of accounts to post through.'
export const noGroups = 'No groups yet. A batch posts through the accounts of one group.'
export const seeMediaAgents = 'See its media agents'
export const deletion = (accounts: number | undefined): string =>
  accounts === undefined
    ? 'Accounts in this group stay connected, without a group.'
    : accounts === 0
      ? 'No account is in this group.'
      : `${counted(accounts, 'account')} ${accounts === 1 ? 'is' : 'are'} in this group. ${accounts === 1 ? 'It stays' : 'They stay'} connected, without a group.`
