import { OctagonAlert } from 'lucide-react'
import * as words from '../../schemas/shell/shell.words'

const StandInNotice = () => (
  <section
    aria-label={words.noModel}
    className="flex items-start gap-3 border-b-2 border-danger bg-danger-soft px-4 py-3 text-sm text-danger-ink md:px-6"
  >
    <OctagonAlert aria-hidden="true" className="mt-px size-5 shrink-0" />
    <p className="min-w-0">
      <strong className="font-semibold">{words.xIsReal}</strong> {words.standInWrites} <code>OPENAI_API_KEY</code> or{' '}
      <code>OPENAI_BASE_URL</code> {words.thenRestart}
    </p>
  </section>
)

export default StandInNotice
