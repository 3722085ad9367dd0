import { ExternalLink } from 'lucide-react'
import * as words from '../../schemas/accounts/accounts.words'

/** The labels are X's (https://docs.x.com/fundamentals/developer-apps, 2026-09). */
const AppGuide = ({ callback, action }: { callback: string; action: string }) => (
  <ol className="grid list-decimal gap-1.5 pl-5">
    <li>
      {words.createApp}{' '}
      <a className="font-semibold underline" href="https://console.x.com" target="_blank" rel="noreferrer">
        {words.developerConsole}
        <ExternalLink aria-hidden className="ml-1 inline size-3.5" />
      </a>
      {words.oneAppIsEnough}
    </li>
    <li>
      In its <b>User authentication settings</b>, choose <b>Read and write</b> and <b>Web App, Automated App or Bot</b>
      {words.enterCallback} <code className="block select-all break-all">{callback}</code>
    </li>
    <li>
      Copy the <b>OAuth 2.0 Client ID</b> and <b>Client Secret</b>
      {words.shownOnceByX} <code>X_CLIENT_ID</code> and <code>X_CLIENT_SECRET</code>
      {words.restartServer}
    </li>
    <li>
      {words.pressAction} <b>{action}</b>
      {words.tickBox} <b>Sensitive permissions requested</b> {words.onThatPage}
    </li>
  </ol>
)

export default AppGuide
