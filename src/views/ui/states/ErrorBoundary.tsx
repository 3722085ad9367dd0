import { Component, type ErrorInfo, type ReactNode } from 'react'
import * as words from '../../../schemas/shell/shell.words'
import { EmptyState } from './EmptyState'
import { LazyReportButton } from './LazyReportButton'
import { NotArrived } from './lazy'
import { TryAgain } from './TryAgain'

type Props = {
  /** A new value (the route) clears the failure. */
  resetKey?: string
  fallback?: (error: unknown, tryAgain: () => void) => ReactNode
  children: ReactNode
}
type State = { failure: { error: unknown } | undefined; resetKey: string | undefined }

/** The layout and drafts stay if a screen breaks. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failure: undefined, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    if (error instanceof NotArrived) error.forget()
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return <>{this.props.children}</>
    const { fallback = brokenScreen } = this.props
    return fallback(failure.error, () => this.setState({ failure: undefined }))
  }
}

/** Without `tryAgain`, the whole console has stopped. */
export const brokenScreen = (error: unknown, tryAgain?: () => void): ReactNode => {
  const missing = error instanceof NotArrived ? error : undefined
  const title = missing ? words.screenNotLoaded : words.screenNotShown
  return (
    <div role="alert" className="p-6">
      <EmptyState
        kind="failed"
        title={tryAgain ? title : words.consoleStopped}
        titleAs="h1"
        actions={
          <>
            <TryAgain isReplaced={missing?.isReplaced ?? !tryAgain} onClick={tryAgain} />
            {missing ? null : <LazyReportButton />}
          </>
        }
      >
        {missing?.advice} {tryAgain ? words.stillSignedIn : words.textIsSaved}
      </EmptyState>
    </div>
  )
}
