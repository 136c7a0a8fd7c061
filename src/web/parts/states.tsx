// Placeholders for content: loading, empty, error.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/client.ts';
import type { Question } from '../state/api.ts';
import './states.css';

export function EmptyState(props: { readonly title: string; readonly hint?: ComponentChildren }): ComponentChildren {
  return (
    <div class="state">
      <p class="state__title">{props.title}</p>
      {props.hint === undefined ? null : <p class="state__hint">{props.hint}</p>}
    </div>
  );
}

/** Nothing for a moment, so that quick answers do not flicker; then a message. */
export function Waiting({ what }: { readonly what: string }): ComponentChildren {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? (
    <div class="state" role="status">
      <p class="state__hint">{what}</p>
    </div>
  ) : null;
}

function isBadFilter(error: Error): boolean {
  return error instanceof ApiError && error.type.endsWith(':bad-filter');
}

interface TroubleProps {
  readonly error: Error;
  readonly again?: () => void;
  /** Shows what is wrong with a filter, on pages without a filter box. */
  readonly saysWhy?: boolean;
}

export function Trouble({ error, again, saysWhy = false }: TroubleProps): ComponentChildren {
  if (isBadFilter(error)) {
    if (!saysWhy) return <EmptyState title="This filter cannot be read." />;
    return (
      <div class="state" role="alert">
        <pre class="state__why">{error.message}</pre>
      </div>
    );
  }
  const hint = error instanceof ApiError ? error.hint : undefined;
  const isOffline = error instanceof TypeError;
  return (
    <div class="state" role="alert">
      <p class="state__title">{isOffline ? 'The server is not answering.' : error.message}</p>
      {isOffline ? <p class="state__hint">Is Toolscope still running in its terminal?</p> : null}
      {hint === undefined ? null : <p class="state__hint">{hint}</p>}
      {again === undefined ? null : (
        <button type="button" class="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Instead of the answer to a question that has none: why not, or that it is being asked. */
export function Unanswered(props: { readonly question: Question<unknown>; readonly what: string }): ComponentChildren {
  const { question, what } = props;
  const { error } = question.state.value;
  return error === undefined ? <Waiting what={what} /> : <Trouble error={error} again={() => question.again()} />;
}
