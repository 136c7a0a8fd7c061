// Owns the files that agents touched, and what happened to one of them, call by call.

import type { ComponentChildren } from 'preact';
import type { FileTouch, TouchedFile } from '../../api/wire/library.ts';
import { formatCount, plural } from '../../base/units.ts';
import { LineCounts } from '../../ui/diff/line-counts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { AskedPage } from '../parts/asked-page.tsx';
import { DiffOfCall } from '../parts/diff-of-call.tsx';
import { type Column, SortTable } from '../parts/sort-table.tsx';
import { EmptyState } from '../parts/states.tsx';
import { ago, wholeTime } from '../parts/words.ts';
import { callAddress, changesAddress, fileAddress, filterTerm, sessionAddress } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { place } from '../state/route.ts';
import './files-page.css';

function count(value: number): ComponentChildren {
  return value === 0 ? <span class="dim">–</span> : formatCount(value);
}

const FILES: readonly Column<TouchedFile>[] = [
  {
    id: 'path',
    title: 'File',
    isWide: true,
    sort: ({ path }) => path,
    cell: ({ path }) => (
      <a class="files__path" href={fileAddress(path)} title={path}>
        <bdi dir="ltr">{path}</bdi>
      </a>
    ),
  },
  { id: 'reads', title: 'Read', isNumber: true, sort: ({ reads }) => reads, cell: ({ reads }) => count(reads) },
  { id: 'edits', title: 'Edited', isNumber: true, sort: ({ edits }) => edits, cell: ({ edits }) => count(edits) },
  { id: 'writes', title: 'Written', isNumber: true, sort: ({ writes }) => writes, cell: ({ writes }) => count(writes) },
  {
    id: 'notMade',
    title: 'Not made',
    isExtra: true,
    help: 'Changes that were asked for, and failed or were refused',
    isNumber: true,
    sort: ({ notMade }) => notMade,
    cell: ({ notMade }) =>
      notMade === 0 ? <span class="dim">–</span> : <span class="warn-text">{formatCount(notMade)}</span>,
  },
  {
    id: 'lines',
    title: 'Lines',
    isExtra: true,
    isNumber: true,
    sort: ({ linesAdded, linesRemoved }) => linesAdded + linesRemoved,
    cell: ({ linesAdded, linesRemoved }) => <LineCounts added={linesAdded} removed={linesRemoved} none="–" />,
  },
  {
    id: 'sessions',
    title: 'Sessions',
    isExtra: true,
    isNumber: true,
    sort: ({ sessions }) => sessions,
    cell: ({ sessions }) => formatCount(sessions),
  },
  {
    id: 'last',
    title: 'Last',
    sort: ({ lastAt }) => lastAt ?? 0,
    cell: ({ lastAt }) => <span title={wholeTime(lastAt)}>{ago(lastAt, Date.now())}</span>,
  },
];

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
          <span class="dim">looked at it</span>
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

/** Sessions that changed the file, each with what was left of it in the end. */
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
      <ul>
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

function History({ path }: { readonly path: string }): ComponentChildren {
  const question = useQuestion((stop) => api.get('fileHistory', { query: { path, limit: '200' } }, stop), [path]);
  return (
    <AskedPage title="File" question={question} tools={<code class="files__name">{path}</code>}>
      {({ touches, next }) =>
        touches.length === 0 ? (
          <EmptyState title="No call touched this file." />
        ) : (
          <>
            <NetBySession path={path} touches={touches} />
            <ol class="files__history" aria-label="Call by call">
              {touches.map((touch) => (
                <Touch key={`${touch.session} ${touch.callId} ${touch.occurrence}`} touch={touch} />
              ))}
            </ol>
            {next === null ? null : <p class="page__note">There is more: narrow it down with toolscope files.</p>}
          </>
        )
      }
    </AskedPage>
  );
}

/** Whoever came here from a session is led to what it changed in the end. */
function NetOfSession({ agent, filter }: { readonly agent: string | null; readonly filter: string }) {
  const session = /^session:([\w.-]+)$/.exec(filter.trim())?.[1];
  if (agent === null || session === undefined || filter.trim() !== filterTerm('session', session)) return null;
  return <a href={changesAddress(agent, session)}>all it changed in the end, as one diff</a>;
}

export function FilesPage(): ComponentChildren {
  const { query } = place.value;
  const path = query.get('path');
  const filter = query.get('f') ?? '';
  const question = useQuestion((stop) => api.get('files', { query: { filter, limit: '1000' } }, stop), [filter]);
  if (path !== null) return <History path={path} />;
  return (
    <AskedPage
      title="Files"
      question={question}
      placeholder="Filter: file:src/** session:… since:7d"
      tools={<NetOfSession agent={query.get('agent')} filter={filter} />}
    >
      {({ files, next }) =>
        files.length === 0 ? (
          <EmptyState title="No file was touched." />
        ) : (
          <>
            <SortTable label="Files" columns={FILES} rows={files} keyOf={(file) => file.path} />
            {next === null ? null : (
              <p class="page__note files__more">Only the first {formatCount(files.length)}: filter to see others.</p>
            )}
          </>
        )
      }
    </AskedPage>
  );
}
