// The files that agents touched, and the history of one file, call by call.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FileHistory, FileTouch, TouchedFile } from '../../api/wire/library.ts';
import { formatCount, plural } from '../../base/units.ts';
import { LineCounts } from '../../ui/diff/line-counts.tsx';
import { CopyButton } from '../../ui/parts/copy-button.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { BreakablePath } from '../../ui/text/breakable-path.tsx';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { AskedPage } from '../parts/asked-page.tsx';
import { countColumn } from '../parts/count.tsx';
import { DiffOfCall } from '../parts/diff-of-call.tsx';
import { ago, wholeTime } from '../parts/display-text.ts';
import { type Column, SortTable } from '../parts/sort-table.tsx';
import { EmptyState } from '../parts/states.tsx';
import { Toggle } from '../parts/toggle.tsx';
import { timeColumn } from '../parts/when.tsx';
import { callAddress, changesAddress, fileAddress, filterTerm, sessionAddress } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { goWith, place } from '../state/route.ts';
import { type Order, orderOf } from '../state/table-view.ts';
import './files-page.css';
import { FilesTree } from './files-tree.tsx';

/** Calls on a page of a file's history. */
const TOUCHES = '200';

function columnsFor(filter: string): readonly Column<TouchedFile>[] {
  const link = ({ path }: TouchedFile): string => fileAddress(path, filter);
  return [
    {
      id: 'path',
      title: 'File',
      isWide: true,
      sort: ({ path }) => path,
      cell: (file) => (
        <a class="files__path row-link" href={link(file)} title={file.path}>
          <bdi dir="ltr">
            <BreakablePath path={file.path} />
          </bdi>
        </a>
      ),
    },
    countColumn('reads', 'Read', ({ reads }) => reads, { href: link }),
    countColumn('edits', 'Edited', ({ edits }) => edits, { href: link }),
    countColumn('writes', 'Written', ({ writes }) => writes, { href: link }),
    countColumn('notMade', 'Not made', ({ notMade }) => notMade, {
      isExtra: true,
      help: 'Calls about it that failed or were refused',
      href: link,
      tone: 'warn-text',
    }),
    {
      id: 'lines',
      title: 'Lines',
      isExtra: true,
      help: 'A dash: none, or the log does not say how many',
      isNumber: true,
      sort: ({ linesAdded, linesRemoved }) => (linesAdded ?? 0) + (linesRemoved ?? 0),
      cell: ({ linesAdded, linesRemoved }) => <LineCounts added={linesAdded} removed={linesRemoved} none="–" />,
    },
    countColumn('sessions', 'Sessions', ({ sessions }) => sessions, { isExtra: true, href: link }),
    timeColumn('last', 'Last', ({ lastAt }) => lastAt),
  ];
}

function Touch({ touch }: { readonly touch: FileTouch }): ComponentChildren {
  const { agent, session, status, at, sessionTitle, tool, linesAdded, linesRemoved } = touch;
  const isMade = status === 'ok';
  return (
    <li class="files__touch">
      <div class="files__touch-head">
        <StatusMark status={status} short={true} />
        <a href={callAddress(touch)}>
          <strong>{toolName(tool)}</strong>
        </a>
        {touch.touch === 'read' ? (
          <span class="dim">viewed</span>
        ) : (
          <LineCounts added={linesAdded} removed={linesRemoved} none="–" />
        )}
        {isMade || touch.touch === 'read' ? null : <span class="warn-text">not made ({status})</span>}
        <a class="dim" href={sessionAddress(agent, session)}>
          {oneLine(sessionTitle ?? session)}
        </a>
        <span class="dim files__when" title={wholeTime(at)}>
          {ago(at, Date.now())}
        </span>
      </div>
      <DiffOfCall diff={touch.diff} />
    </li>
  );
}

/** Sessions that changed the file, each with a link to its net change. */
function NetBySession({ path, touches }: { readonly path: string; readonly touches: readonly FileTouch[] }) {
  const sessions = new Map<string, { readonly first: FileTouch; count: number }>();
  for (const touch of touches) {
    if (touch.touch === 'read' || touch.status !== 'ok') continue;
    const key = `${touch.agent} ${touch.session}`;
    const known = sessions.get(key);
    if (known === undefined) sessions.set(key, { first: touch, count: 1 });
    else known.count++;
  }
  if (sessions.size === 0) return null;
  return (
    <section class="files__net" aria-labelledby="files-net">
      <h2 id="files-net">What was changed in the end</h2>
      <ul class="plain-list">
        {[...sessions.values()].map(({ first: { agent, session, sessionTitle }, count }) => (
          <li key={`${agent} ${session}`}>
            <a href={changesAddress(agent, session, path)}>{oneLine(sessionTitle ?? session)}</a>{' '}
            <span class="dim">{plural(count, 'change')} as one diff</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Loads the pages after the first. */
function useMore(path: string, filter: string): readonly [more: FileHistory | undefined, load: (next: string) => void] {
  const [more, setMore] = useState<FileHistory | undefined>(undefined);
  const asked = useRef(new AbortController());
  useEffect(() => {
    asked.current = new AbortController();
    setMore(undefined);
    return () => asked.current.abort();
  }, [path, filter]);
  const load = (cursor: string): void => {
    const { signal } = asked.current;
    api.get('fileHistory', { query: { path, filter, limit: TOUCHES, cursor } }, signal).then(
      (page) => setMore((old) => ({ ...page, touches: [...(old?.touches ?? []), ...page.touches] })),
      // The button can be pressed again.
      () => undefined,
    );
  };
  return [more, load];
}

function History({ path, filter }: { readonly path: string; readonly filter: string }): ComponentChildren {
  const question = useQuestion(
    (stop) => api.get('fileHistory', { query: { path, filter, limit: TOUCHES } }, stop),
    [path, filter],
  );
  const [more, load] = useMore(path, filter);
  return (
    <AskedPage
      title="File"
      question={question}
      placeholder="Filter: session:… is:failed since:7d"
      tools={
        <span>
          <code class="files__name">
            <BreakablePath path={path} />
          </code>{' '}
          <CopyButton text={path} what="path" />
        </span>
      }
    >
      {(first) => {
        const touches = [...first.touches, ...(more?.touches ?? [])];
        const { next } = more ?? first;
        if (touches.length === 0)
          return (
            <EmptyState title={filter === '' ? 'No calls touched this file.' : 'No calls about this file match.'} />
          );
        return (
          <>
            <NetBySession path={path} touches={touches} />
            <ol class="files__history" aria-label="Call by call">
              {touches.map((touch) => (
                <Touch key={`${touch.agent} ${touch.session} ${touch.callId} ${touch.occurrence}`} touch={touch} />
              ))}
            </ol>
            {next === null ? null : (
              <p class="page__note files__more">
                The first {formatCount(touches.length)}.{' '}
                <button type="button" class="button" onClick={() => load(next)}>
                  Show more
                </button>
              </p>
            )}
          </>
        );
      }}
    </AskedPage>
  );
}

/** Links to the session's net changes, for users who came from that session. */
function NetOfSession({ agent, filter }: { readonly agent: string | null; readonly filter: string }) {
  const session = /^session:([\w.-]+)$/.exec(filter.trim())?.[1];
  if (agent === null || session === undefined || filter.trim() !== filterTerm('session', session)) return null;
  return <a href={changesAddress(agent, session)}>all it changed in the end, as one diff</a>;
}

const SORTS = ['path', 'reads', 'edits', 'writes', 'notMade', 'lines', 'sessions', 'last'] as const;

/** Sorted by the server, which also knows the files that are not on the page. */
function fileSort({ id, isDown }: Order) {
  const by = SORTS.find((name) => name === id) ?? 'last';
  return isDown ? (`-${by}` as const) : by;
}

function Files({ agent, filter }: { readonly agent: string | null; readonly filter: string }): ComponentChildren {
  const order = orderOf('') ?? { id: 'last', isDown: true };
  const sort = fileSort(order);
  const isTree = place.value.query.get('as') === 'tree';
  // The tree has its own order, so it loads as many files as possible.
  const limit = isTree ? '5000' : '1000';
  const question = useQuestion(
    (stop) => api.get('files', { query: { filter, limit, sort } }, stop),
    [filter, sort, limit],
  );
  return (
    <AskedPage
      title="Files"
      question={question}
      placeholder="Filter: file:src/** session:… since:7d"
      tools={
        <>
          <NetOfSession agent={agent} filter={filter} />
          <Toggle
            isOn={isTree}
            onToggle={() => goWith({ as: isTree ? undefined : 'tree', sort: undefined }, { replace: true })}
          >
            By project
          </Toggle>
        </>
      }
    >
      {({ files, next }) =>
        files.length === 0 ? (
          <EmptyState title={filter === '' ? 'No files were touched yet.' : 'No files match.'} />
        ) : (
          <>
            {isTree ? (
              <FilesTree files={files} filter={filter} />
            ) : (
              <SortTable
                label="Files"
                columns={columnsFor(filter)}
                rows={files}
                keyOf={(file) => file.path}
                firstSort="last"
                isSorted={true}
              />
            )}
            {next === null ? null : (
              <p class="page__note files__more">Only the first {formatCount(files.length)}: filter to see others.</p>
            )}
          </>
        )
      }
    </AskedPage>
  );
}

export function FilesPage(): ComponentChildren {
  const { query } = place.value;
  const path = query.get('path');
  const filter = query.get('f') ?? '';
  return path === null ? <Files agent={query.get('agent')} filter={filter} /> : <History path={path} filter={filter} />;
}
