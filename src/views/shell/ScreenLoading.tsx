import { publicMessages as messages } from '../../schemas/commonMessages'
import { Spinner } from '../ui/states/Spinner'

/** Appears late, so that a fast screen never flickers. */
export const ScreenLoading = () => (
  <p data-loading="screen" role="status" className="flex animate-appear-late items-center gap-2 text-sm text-ink-2">
    <Spinner />
    {messages.list.loading}
  </p>
)
