// Copies a call in one of several forms: the button in its pane, the palette entries, and the result message.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import type { CallName } from '../state/addresses.ts';
import { useKeys } from '../state/keys.ts';
import { COPY_FORMS, copyCall } from './copy-call.ts';

const SAYS_FOR_MS = 2000;

export function copyItems(call: CallName, say: (what: string) => void): MenuItem[] {
  return COPY_FORMS.map(({ form, title }) => ({
    title,
    run: () => {
      copyCall(call, form).then(
        () => say('Copied'),
        (error: unknown) => say(error instanceof Error ? error.message : 'Could not copy'),
      );
    },
  }));
}

export function CopyMenu({ call }: { readonly call: CallName }): ComponentChildren {
  const [at, setAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), SAYS_FOR_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const items = copyItems(call, setSaid);
  useKeys(
    'Call',
    items.map(({ title, run }) => ({ keys: [], does: title, run })),
    'pane',
  );
  return (
    <>
      <span role="status" class="call-pane__dim">
        {said}
      </span>
      <button
        type="button"
        class="ts-button ts-button--small"
        aria-haspopup="menu"
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setAt({ x: box.left, y: box.bottom + 2 });
        }}
      >
        Copy as…
      </button>
      {at === null ? null : <Menu label="Copy as" items={items} at={at} onClose={() => setAt(null)} />}
    </>
  );
}
