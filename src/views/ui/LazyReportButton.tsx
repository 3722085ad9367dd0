import { Component, type ReactNode, Suspense } from 'react'
import { lazy } from './lazy'

const ReportButton = lazy(() => import('../report/ReportButton'))

/** Where its code does not come there is no button: the screen has enough to say. */
export const LazyReportButton = () => (
  <NothingWhereItFails>
    <Suspense>
      <ReportButton />
    </Suspense>
  </NothingWhereItFails>
)

class NothingWhereItFails extends Component<{ children: ReactNode }, { isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError() {
    return { isFailed: true }
  }

  override render(): ReactNode {
    return this.state.isFailed ? null : this.props.children
  }
}
