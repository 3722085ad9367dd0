import type { Account } from '../../schemas/accounts/accounts'

export type FailedAccountsProps = {
  results: readonly (Pick<Account, 'id' | 'username'> & { detail: string | null })[]
  /** Between the name and the reason. */
  says?: string
}

export const FailedAccounts = ({ results, says = ':' }: FailedAccountsProps) => (
  <ul className="grid max-h-40 gap-1 overflow-y-auto">
    {results.map(({ id, username, detail }) => (
      <li key={id} className="wrap-anywhere">
        <bdi className="font-semibold">{username}</bdi>
        {says} {detail}
      </li>
    ))}
  </ul>
)
