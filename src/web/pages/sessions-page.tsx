// The list of sessions: by project or by time, with the current state of each.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { placesText } from '../../api/places-text.ts';
import type { SessionRow } from '../../api/wire/session.ts';
import { formatCount, plural } from '../../base/units.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { VirtualRows, type VirtualRowsHandle } from '../../ui/virtual-rows.tsx';
import { columnStyle } from '../parts/column-heads.tsx';
import { shortPath } from '../parts/display-text.ts';
import { FilterBox } from '../parts/filter-box.tsx';
import { FoldButton } from '../parts/fold-button.tsx';
import { FoldLine } from '../parts/fold-line.tsx';
import { lazyPart } from '../parts/lazy-page.tsx';
import { foldedSessions, type SessionFold } from '../parts/session-folds.ts';
import { rowAddress, SessionLine, sessionsLook, sortSessions } from '../parts/session-line.tsx';
import { useRightClick, useSessionMenu } from '../parts/session-menu.tsx';
import { EmptyState, Trouble, Waiting } from '../parts/states.tsx';
import { Toggle } from '../parts/toggle.tsx';
import { isActivityShown, toggleActivity } from '../state/activity.ts';
import { sessionAddress } from '../state/addresses.ts';
import { comparing } from '../state/compared.ts';
import { leftAddress, toggled, useKept } from '../state/kept.ts';
import { useKeys } from '../state/keys.ts';
import { status } from '../state/live.ts';
import { marked, marksNow, pinnedFirst } from '../state/marks.ts';
import { isNarrow } from '../state/narrow.ts';
import { addressWith, go, goWith, place } from '../state/route.ts';
import { LoadedSessions } from '../state/session-list.ts';
import './sessions-page.css';

/** Loaded after the list, which does not need it. */
const Activity = lazyPart(async () => (await import('../parts/activity.tsx')).Activity);

type Line =
  | { readonly project: string; readonly count: number }
  | { readonly session: SessionRow }
  | { readonly fold: SessionFold };

/** The group above all projects. No folder can have this name. */
const PINNED = '\0pinned';

/** Plain words filter the loaded rows at once; filter terms are sent to the server. */
function splitFilter(text: string): { readonly words: readonly string[]; readonly terms: string } {
  // A choice between terms is one term.
  if (/[()]|\b(?:OR|AND|NOT)\b/i.test(text)) return { words: [], terms: text };
  const parts = text.match(/(?:[^\s"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
  return {
    words: parts.filter((part) => !part.includes(':') && !/^[-(!/]/.test(part)).map((word) => word.toLowerCase()),
    terms: parts.filter((part) => part.includes(':') || /^[-(!/]/.test(part)).join(' '),
  };
}

function hasWords({ title, project, branch, model, agent, id }: SessionRow, words: readonly string[]): boolean {
  const text = [title, project, branch, model, agent, id].join(' ').toLowerCase();
  return words.every((word) => text.includes(word.replaceAll('"', '')));
}

function nameOfGroup(project: string): string {
  if (project === PINNED) return 'Pinned';
  return project === '' ? 'No project on record' : oneLine(shortPath(project));
}

/** A run of near-identical sessions is one line, followed by the sessions when expanded. */
function rowsOf(sessions: readonly SessionRow[], unfolded: readonly string[], isWhole: boolean): Line[] {
  if (isWhole) return sessions.map((session) => ({ session }));
  return foldedSessions(sessions).flatMap((line): Line[] => {
    if (!('sessions' in line)) return [{ session: line }];
    const isOpen = unfolded.includes(line.id);
    return [{ fold: line }, ...(isOpen ? line.sessions.map((session) => ({ session })) : [])];
  });
}

interface Folds {
  /** Collapsed projects: only the heading is shown. */
  readonly folded: readonly string[];
  /** Expanded runs of near-identical sessions. */
  readonly unfolded: readonly string[];
  /** Nothing is folded. */
  readonly isWhole: boolean;
}

function linesOf(sessions: readonly SessionRow[], byProject: boolean, { folded, unfolded, isWhole }: Folds): Line[] {
  if (!byProject) return rowsOf(sessions, unfolded, isWhole);
  const projects = new Map<string, SessionRow[]>();
  for (const session of sessions) {
    const project = session.pinned ? PINNED : (session.project ?? '');
    const rows = projects.get(project);
    if (rows === undefined) projects.set(project, [session]);
    else rows.push(session);
  }
  return [...projects].flatMap(([project, rows]): Line[] => [
    { project, count: rows.length },
    ...(folded.includes(project) ? [] : rowsOf(rows, unfolded, isWhole)),
  ]);
}

function Nothing({ hasFilter }: { readonly hasFilter: boolean }): ComponentChildren {
  const known = status.value;
  if (hasFilter) return <EmptyState title="No sessions match." hint="Remove a term from the filter." />;
  if (known?.phase === 'indexing') return <Waiting what="Looking through the logs…" />;
  return (
    <EmptyState
      title="There are no sessions yet."
      hint={
        <>
          Toolscope looks in {placesText(known?.places ?? [], 'Health')}. Run an agent, or start{' '}
          <code>{known?.command ?? 'toolscope'} --demo</code> to look around.
        </>
      }
    />
  );
}

/** What to do next while choosing two sessions. */
function ChoosingTwo({ sessions }: { readonly sessions: readonly SessionRow[] }): ComponentChildren {
  const chosen = comparing();
  if (chosen === null) return null;
  const first =
    chosen === 'choosing' ? null : sessions.find(({ agent, id }) => agent === chosen.agent && id === chosen.session);
  const name = chosen === 'choosing' ? '' : oneLine(first?.title ?? chosen.session);
  return (
    <p class="sessions__choosing" role="status">
      {chosen === 'choosing' ? (
        'Choose the first of two sessions to compare.'
      ) : (
        <span>
          Choose the session to compare with <b>{name}</b>.
        </span>
      )}
      <a class="button" href={addressWith({ compare: undefined })}>
        Cancel
      </a>
    </p>
  );
}

export function SessionsPage(): ComponentChildren {
  const filter = place.value.query.get('f') ?? '';
  const byProject = place.value.query.get('by') !== 'time';
  const { words, terms } = splitFilter(filter);
  const loaded = useMemo(() => new LoadedSessions(terms), [terms]);
  useEffect(() => () => loaded.close(), [loaded]);
  const box = useRef<HTMLInputElement>(null);
  const rows = useRef<VirtualRowsHandle>(null);
  const [chosen, setChosen] = useState(-1);
  const { sessions: all, total: ofAll, error } = loaded.state.value;
  const withHidden = place.value.query.get('hidden') === '1';
  const rowsNow = pinnedFirst(all.map(marked));
  const sessions = withHidden ? rowsNow : rowsNow.filter(({ hidden }) => !hidden);
  const hiddenCount = rowsNow.length - rowsNow.filter(({ hidden }) => !hidden).length;
  const total = ofAll === undefined || withHidden ? ofAll : ofAll - hiddenCount;
  const menu = useSessionMenu();
  const inside = useRef<HTMLDivElement>(null);
  useRightClick(inside, (name, at) => {
    const session = sessions.find(({ agent, id }) => `${agent} ${id}` === name);
    if (session !== undefined) menu.open(session, at);
    return session !== undefined;
  });
  const shown = words.length === 0 ? sessions : sessions.filter((session) => hasWords(session, words));
  // The calendar comes after the first list, and stays while another filter loads.
  const hasList = useRef(false);
  hasList.current ||= sessions.length > 0;
  const look = sessionsLook();
  const sort = `${look.order?.isDown} ${look.order?.id}`;
  const [folded, setFolded] = useKept('folded');
  const [unfolded, setUnfolded] = useKept('unfolded');
  // When choosing sessions to compare, every session is shown.
  const isWhole = comparing() !== null;
  const lines = useMemo(
    () => linesOf(pinnedFirst(sortSessions(shown, look)), byProject, { folded, unfolded, isWhole }),
    [all, filter, withHidden, marksNow.value, byProject, sort, folded, unfolded, isWhole],
  );
  const unfold = ({ id }: SessionFold): void => setUnfolded(toggled(unfolded, id));
  const fold = (project: string): void => setFolded(toggled(folded, project));

  useLayoutEffect(() => setChosen(-1), [filter, byProject]);
  // Going back from a session selects it.
  const cameFrom = leftAddress()?.split('?')[0];
  useEffect(() => {
    const isLeft = (line: Line): boolean =>
      'session' in line && sessionAddress(line.session.agent, line.session.id) === cameFrom;
    if (chosen === -1 && cameFrom !== undefined) setChosen(lines.findIndex(isLeft));
  }, [lines.length, cameFrom]);
  const move = (by: number): void => {
    let next = chosen + by;
    while (next >= 0 && next < lines.length && lines[next] !== undefined && 'project' in (lines[next] ?? {}))
      next += by;
    if (next < 0 || next >= lines.length) return;
    setChosen(next);
    rows.current?.show(next);
  };
  const open = (): void => {
    const line = lines[chosen];
    if (line === undefined) return;
    if ('session' in line) go(rowAddress(line.session));
    else if ('fold' in line) unfold(line.fold);
  };
  useKeys('Sessions', [
    { keys: ['j', 'ArrowDown'], does: 'Next session', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], does: 'Previous session', run: () => move(-1) },
    { keys: ['Enter', 'o'], does: 'Open the session', run: open },
    { keys: ['/'], does: 'Filter', run: () => box.current?.focus() },
    {
      keys: ['m'],
      does: 'Pin, rename or hide the chosen session',
      words: 'menu context star resume',
      run: () => {
        const line = lines[chosen];
        const row = document.querySelector('.session-line[aria-current="true"]')?.getBoundingClientRect();
        if (line !== undefined && 'session' in line && row !== undefined) {
          menu.open(line.session, { x: row.left + 120, y: row.bottom });
        }
      },
    },
    {
      keys: ['z'],
      does: 'Fold all projects, or unfold them',
      words: 'collapse expand groups',
      run: () => setFolded(folded.length > 0 ? [] : [...new Set(sessions.map(({ project }) => project ?? ''))]),
    },
    { keys: [], does: 'Show or hide the activity of each day', words: 'heat map calendar', run: toggleActivity },
    {
      keys: ['c'],
      does: 'Compare two sessions',
      words: 'diff difference',
      run: () => goWith({ compare: comparing() === null ? '1' : undefined }),
    },
    { keys: ['p'], does: 'By project or by time', run: () => goWith({ by: byProject ? 'time' : undefined }) },
  ]);

  const body = ((): ComponentChildren => {
    if (error !== undefined && sessions.length === 0) return <Trouble error={error} again={() => loaded.again()} />;
    if (total === undefined) return <Waiting what="Loading the sessions…" />;
    if (lines.length === 0) return <Nothing hasFilter={filter !== ''} />;
    return (
      <VirtualRows
        count={lines.length}
        rowHeight={isNarrow.value ? 48 : 30}
        label="Sessions"
        of={filter}
        handle={rows}
        header={<SessionLine.Header />}
        row={(i, slot) => {
          const line = lines[i];
          if (line === undefined) return null;
          if ('project' in line) {
            return (
              <div
                class="sessions__project"
                role="row"
                key={`project ${slot}`}
                title={line.project === PINNED ? 'Pinned' : line.project}
              >
                <span role="cell">
                  <FoldButton isOpen={!folded.includes(line.project)} onToggle={() => fold(line.project)}>
                    <span>{nameOfGroup(line.project)}</span>
                    <span class="sessions__count">{plural(line.count, 'session')}</span>
                  </FoldButton>
                </span>
              </div>
            );
          }
          if ('fold' in line) {
            return (
              <FoldLine
                key={`fold ${slot}`}
                fold={line.fold}
                isOpen={unfolded.includes(line.fold.id)}
                isChosen={i === chosen}
                onToggle={() => unfold(line.fold)}
              />
            );
          }
          const { session } = line;
          return <SessionLine key={slot} session={session} isChosen={i === chosen} withProject={!byProject} />;
        }}
      />
    );
  })();
  return (
    <div class="page">
      <div class="page__head">
        <h1>Sessions</h1>
        <FilterBox
          input={box}
          value={filter}
          label="Filter sessions"
          placeholder="Filter: words, or agent:codex is:live since:7d status:error"
          onChange={(text) => goWith({ f: text }, { replace: true })}
        />
        <Toggle isOn={byProject} onToggle={() => goWith({ by: byProject ? 'time' : undefined }, { replace: true })}>
          By project
        </Toggle>
        {hiddenCount === 0 ? null : (
          <Toggle
            isOn={withHidden}
            onToggle={() => goWith({ hidden: withHidden ? undefined : '1' }, { replace: true })}
          >
            {formatCount(hiddenCount)} hidden
          </Toggle>
        )}
        <Toggle isOn={isActivityShown.value} help="Calls of each day" onToggle={toggleActivity}>
          Activity
        </Toggle>
        <Toggle
          isOn={comparing() !== null}
          help="Choose two sessions to compare"
          onToggle={() => goWith({ compare: comparing() === null ? '1' : undefined }, { replace: true })}
        >
          Compare
        </Toggle>
        <span class="page__note" role="status">
          {total === undefined
            ? ''
            : shown.length === total
              ? plural(total, 'session')
              : `${formatCount(shown.length)} of ${plural(total, 'session')}`}
        </span>
      </div>
      <ChoosingTwo sessions={sessions} />
      {isActivityShown.value && hasList.current ? <Activity filter={filter} terms={terms} /> : null}
      <div class="page__body" style={columnStyle(look.choices)} ref={inside}>
        {body}
      </div>
      {menu.element}
    </div>
  );
}
