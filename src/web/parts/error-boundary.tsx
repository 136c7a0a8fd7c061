// Error boundary: if a part of the page throws, the rest keeps working, and the part shows a message.

import { Component, type ComponentChildren } from 'preact';
import { asError } from '../state/as-error.ts';
import { EmptyState } from './states.tsx';

interface ErrorBoundaryProps {
  /** The part's name, as the subject of a sentence. */
  readonly what: string;
  readonly children: ComponentChildren;
  /** Drawn instead; without it, a message. */
  readonly fallback?: (error: Error) => ComponentChildren;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static override getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: asError(error) };
  }

  override render(): ComponentChildren {
    const { what, children, fallback } = this.props;
    const { error } = this.state;
    if (error === null) return children;
    return fallback === undefined ? (
      <EmptyState title={`${what} could not be drawn.`} hint={error.message} />
    ) : (
      fallback(error)
    );
  }
}
