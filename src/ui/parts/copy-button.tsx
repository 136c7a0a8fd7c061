// A button that copies a text, and says when it is done.

import { useEffect, useState } from 'preact/hooks';
import './button.css';

const SAYS_FOR_MS = 1_500;

interface CopyButtonProps {
  /** A function for texts that are expensive to make. */
  readonly text: string | (() => string);
  readonly what?: string;
}

export function CopyButton({ text, what = 'text' }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), SAYS_FOR_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => setState('done'),
      () => setState('failed'),
    );
  };
  const label = state === 'idle' ? `Copy ${what}` : state === 'done' ? 'Copied' : 'Could not copy';
  return (
    <button type="button" class="ts-button ts-button--small" aria-label={label} title={label} onClick={copy}>
      <span aria-live="polite">{state === 'idle' ? 'Copy' : label}</span>
    </button>
  );
}
