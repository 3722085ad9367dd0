import { OctagonAlert } from 'lucide-react'

/** For the one who set the server up with a real X and no model. */
const StandInNotice = () => (
  <section
    aria-label="No model is configured"
    className="flex items-start gap-3 border-b-2 border-danger bg-danger-soft px-4 py-3 text-sm text-danger-ink md:px-6"
  >
    <OctagonAlert aria-hidden="true" className="mt-px size-5 shrink-0" />
    <p className="min-w-0">
      <strong className="font-semibold">X is real, the model is not.</strong> A local stand-in makes these replies up,
      and none of them is sent. Set <code>OPENAI_API_KEY</code> or <code>OPENAI_BASE_URL</code> on the server and start
      it again, or write the replies by hand.
    </p>
  </section>
)

export default StandInNotice
