import { publicMessages as messages } from '../../schemas/commonMessages'
import { Spinner } from '../ui/Spinner'

/** While a screen's chunk is on its way. It appears late, so that a fast one never flickers. */
export const ScreenLoading = () => (
  <p data-loading="screen" role="status" className="flex animate-appear-late items-center gap-2 text-sm text-ink-2">
    <Spinner />
    {messages.list.loading}
  </p>
)
