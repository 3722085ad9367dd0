import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from './Button'
import { EmptyState } from './EmptyState'

type Props = {
  /** A new value (the route) clears the failure. */
  resetKey?: string
  children: ReactNode
}
type State = { failed: boolean; resetKey: string | undefined }

/** A screen that breaks does not take the session with it: the layout stays, the drafts stay, the screen can be tried again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert" className="p-6">
        <EmptyState
          kind="failed"
          title="This screen could not be shown."
          titleAs="h1"
          actions={
            <>
              <Button tone="primary" size="sm" onClick={() => this.setState({ failed: false })}>
                Try again
              </Button>
              <Button size="sm" onClick={() => window.location.reload()}>
                Reload
              </Button>
            </>
          }
        >
          You are still signed in, and what you typed is kept.
        </EmptyState>
      </div>
    )
  }
}
