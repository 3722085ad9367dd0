import { createRoot } from 'react-dom/client'
import type { Account } from '../../src/schemas/accounts/accounts'

const Table = ({ accounts }: { accounts: Account[] }) => (
  <table>
    <tbody>
      {accounts.slice(0, 20).map(({ id, username, group, is_active, created_at }) => (
        <tr key={id}>
          <td>
            <a href={`/admin/media-agent/${id}`}>{username.toLowerCase()}</a>
          </td>
          <td>{group?.toLowerCase()}</td>
          <td>{is_active ? 'ACTIVE' : 'IN ACTIVE'}</td>
          <td>{new Date(created_at).toLocaleString()}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const draw = (accounts: Account[]): void => {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<Table accounts={accounts} />)
}
