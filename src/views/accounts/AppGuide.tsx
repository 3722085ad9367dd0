import { ExternalLink } from 'lucide-react'

/**
 * The way to an app of one's own on X, which accounts are connected through. Its labels are X's
 * (https://docs.x.com/fundamentals/developer-apps, 2026-09).
 */
const AppGuide = ({ callback, action }: { callback: string; action: string }) => (
  <ol className="grid list-decimal gap-1.5 pl-5">
    <li>
      Make an app on{' '}
      <a className="font-semibold underline" href="https://console.x.com" target="_blank" rel="noreferrer">
        X’s developer console
        <ExternalLink aria-hidden className="ml-1 inline size-3.5" />
      </a>
      . One is enough for all accounts.
    </li>
    <li>
      In its <b>User authentication settings</b> choose <b>Read and write</b> and <b>Web App, Automated App or Bot</b>,
      and enter this callback, letter by letter: <code className="block select-all break-all">{callback}</code>
    </li>
    <li>
      Copy the <b>OAuth 2.0 Client ID</b> and <b>Client Secret</b>, which X shows once. Give them to this server as{' '}
      <code>X_CLIENT_ID</code> and <code>X_CLIENT_SECRET</code>, and start it again.
    </li>
    <li>
      Come back here and press <b>{action}</b>. X asks the account that is logged in there; its box{' '}
      <b>Sensitive permissions requested</b> has to be ticked.
    </li>
  </ol>
)

export default AppGuide
