// The menu of a session: pin, rename, hide, and copy its resume command.

import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionRow } from '../../api/wire/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { api } from '../state/api.ts';
import { asError } from '../state/as-error.ts';
import { chooseAddress } from '../state/compared.ts';
import { mark } from '../state/marks.ts';
import { go } from '../state/route.ts';
import { Dialog } from './dialog.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import './session-menu.css';

type MenuSession = Pick<SessionRow, 'agent' | 'id' | 'title' | 'pinned' | 'hidden' | 'named' | 'ownTitle'>;

interface RenameProps {
  readonly session: MenuSession;
  readonly onDone: () => void;
  readonly say: (what: string) => void;
}

function Rename({ session, onDone, say }: RenameProps): ComponentChildren {
  const input = useRef<HTMLInputElement>(null);
  const save = (name: string): void => {
    mark(session, { name }).then(
      () => say(name.trim() === '' ? 'It has its own title again.' : 'Renamed.'),
      (error: unknown) => say(asError(error).message),
    );
    onDone();
  };
  return (
    <Dialog label="Rename the session" onClose={onDone}>
      <form
        class="session-menu__rename"
        onSubmit={(event) => {
          event.preventDefault();
          save(input.current?.value ?? '');
        }}
      >
        <label>
          Name
          <input
            ref={input}
            class="input"
            maxLength={500}
            autocomplete="off"
            defaultValue={session.title ?? ''}
            placeholder={oneLine(session.ownTitle ?? session.id)}
          />
        </label>
        <p class="dim">Only here: the log keeps its title. An empty name brings that back.</p>
        <div class="session-menu__buttons">
          {session.named ? (
            <button type="button" class="button" onClick={() => save('')}>
              Use the log’s title
            </button>
          ) : null}
          <button type="button" class="button" onClick={onDone}>
            Cancel
          </button>
          <button type="submit" class="button">
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  );
}

async function copyResume({ agent, id: session }: MenuSession): Promise<string> {
  const { resume } = await api.get('session', { parts: { agent, session } });
  if (resume === null) return 'There is no known command to resume it.';
  await navigator.clipboard.writeText(resume);
  return 'Copied.';
}

interface SessionMenuProps {
  readonly session: MenuSession;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

interface SessionMenuHandle {
  open(session: MenuSession, at: SessionMenuProps['at']): void;
  readonly element: ComponentChildren;
}

/** One menu for all rows of a list, and the dialog it may open. */
export function useSessionMenu(): SessionMenuHandle {
  const [opened, setOpened] = useState<Omit<SessionMenuProps, 'onClose'> | null>(null);
  const [renamed, setRenamed] = useState<MenuSession | null>(null);
  const [said, say] = useState('');
  const tell = (work: Promise<unknown>, done: string): void => {
    work.then(
      (told) => say(typeof told === 'string' ? told : done),
      (error: unknown) => say(asError(error).message),
    );
  };
  const itemsFor = (session: MenuSession): MenuItem[] => [
    {
      title: session.pinned ? 'Unpin' : 'Pin',
      run: () => tell(mark(session, { pinned: !session.pinned }), session.pinned ? 'Unpinned.' : 'Pinned.'),
    },
    { title: 'Rename…', run: () => setRenamed(session) },
    {
      title: session.hidden ? 'Show in lists again' : 'Hide',
      run: () => tell(mark(session, { hidden: !session.hidden }), session.hidden ? 'Shown again.' : 'Hidden.'),
    },
    { title: 'Compare with another…', run: () => go(chooseAddress({ agent: session.agent, session: session.id })) },
    { title: 'Copy the command that resumes it', run: () => tell(copyResume(session), 'Copied.') },
  ];
  return {
    open: (session, at) => setOpened({ session, at }),
    element: (
      <>
        <span role="status" class={said === '' ? 'visually-hidden' : 'session-menu__said'}>
          {said}
        </span>
        {opened === null ? null : (
          <Menu
            label="Session"
            items={itemsFor(opened.session)}
            at={opened.at}
            onClose={() => {
              setOpened(null);
              say('');
            }}
          />
        )}
        {renamed === null ? null : <Rename session={renamed} say={say} onDone={() => setRenamed(null)} />}
      </>
    ),
  };
}

/** Opens a menu on right click on a session's row. With Shift, the browser's own menu opens. */
export function useRightClick(
  list: RefObject<HTMLElement | null>,
  open: (session: string, at: SessionMenuProps['at']) => boolean,
): void {
  const now = useRef(open);
  now.current = open;
  useEffect(() => {
    const onMenu = (event: MouseEvent): void => {
      const row = event.target instanceof Element ? event.target.closest('[data-session]') : null;
      const name = row?.getAttribute('data-session') ?? null;
      if (name === null || event.shiftKey) return;
      if (now.current(name, { x: event.clientX, y: event.clientY })) event.preventDefault();
    };
    const element = list.current;
    element?.addEventListener('contextmenu', onMenu);
    return () => element?.removeEventListener('contextmenu', onMenu);
  }, []);
}

/** The button that opens the menu of one session. */
export function SessionMenuButton({ session }: { readonly session: MenuSession }): ComponentChildren {
  const menu = useSessionMenu();
  return (
    <>
      <button
        type="button"
        class="button button--plain"
        aria-label="Pin, rename or hide"
        title="Pin, rename or hide"
        aria-haspopup="menu"
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          menu.open(session, { x: left, y: bottom });
        }}
      >
        <Icon name="more" />
      </button>
      {menu.element}
    </>
  );
}
