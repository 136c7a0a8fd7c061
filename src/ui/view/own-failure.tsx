// What a result itself says went wrong, unless the failure above the view says it already.

import { Callout, type CalloutProps } from '../parts/callout.tsx';
import type { AnyView } from './untyped-result.tsx';

interface OwnFailureProps extends Pick<CalloutProps, 'tone' | 'title'> {
  readonly view: AnyView;
  /** Null: nothing went wrong. */
  readonly message: string | null;
}

export function OwnFailure({ view, message, tone, title }: OwnFailureProps) {
  if (message === null || view.call.failure !== null) return null;
  return (
    <Callout tone={tone} title={title}>
      {message}
    </Callout>
  );
}
