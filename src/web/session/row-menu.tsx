// The menu of a call in the table: right click, or `m` for the selected one.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { copyItems } from '../call/copy-menu.tsx';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import type { SessionName } from '../state/addresses.ts';
import { callAddress, filterTerm, narrowed } from '../state/addresses.ts';
import { useKeys } from '../state/keys.ts';
import { go, goWith } from '../state/route.ts';
import type { Entries } from './entries.ts';

interface Opened {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

interface RowMenuProps {
  readonly name: SessionName;
  readonly entries: Entries;
  readonly filter: string;
  readonly chosen: number | undefined;
  readonly children: ComponentChildren;
}

function itemsFor(props: RowMenuProps, index: number, say: (what: string) => void): MenuItem[] {
  const { name, entries, filter } = props;
  const { callId, occurrence, toolId, path } = entries.columns;
  const call = { ...name, callId: callId[index] ?? '', occurrence: occurrence[index] ?? 1 };
  const file = path[index] ?? null;
  return [
    { title: 'Open', run: () => go(callAddress(call)) },
    { title: 'Open in a new tab', run: () => void open(callAddress(call), '_blank', 'noopener') },
    ...copyItems(call, say),
    {
      title: 'Only calls of this tool',
      run: () => goWith({ f: narrowed(filter, filterTerm('toolid', toolId[index] ?? '')) }),
    },
    ...(file === null
      ? []
      : [
          { title: 'Only calls about this file', run: () => goWith({ f: narrowed(filter, filterTerm('file', file)) }) },
        ]),
  ];
}

/** Wraps the rows. */
export function RowMenu(props: RowMenuProps): ComponentChildren {
  const { entries, chosen, children } = props;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [said, setSaid] = useState('');
  const isCall = (index: number): boolean => (entries.columns.key[index] ?? 0) > 0;
  useKeys(
    'Session',
    chosen === undefined || !isCall(chosen)
      ? []
      : [
          {
            keys: ['m'],
            does: 'Menu of the call',
            words: 'copy context menu',
            run: () => {
              const row = document.querySelector('.entry[aria-current="true"]')?.getBoundingClientRect();
              if (row !== undefined) setOpened({ index: chosen, x: row.left + 120, y: row.bottom });
            },
          },
        ],
  );
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onMenu = (event: MouseEvent): void => {
      const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
      const index = Number(row?.getAttribute('data-index') ?? Number.NaN);
      // With Shift, and on rows that are not calls, the browser's own menu opens.
      if (event.shiftKey || !isCall(index)) return;
      event.preventDefault();
      setOpened({ index, x: event.clientX, y: event.clientY });
    };
    const element = box.current;
    element?.addEventListener('contextmenu', onMenu);
    return () => element?.removeEventListener('contextmenu', onMenu);
  }, [entries]);
  return (
    <div class="session__rows" ref={box}>
      {children}
      <span role="status" class="visually-hidden">
        {said}
      </span>
      {opened === null ? null : (
        <Menu label="Call" items={itemsFor(props, opened.index, setSaid)} at={opened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
