// What a session changed in the end: a list of files, and one diff for each, with links to the calls it came from.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { NetChanges, NetFileOnWire, NetHunkOnWire } from '../../api/wire/changes.ts';
import { formatCount, plural } from '../../base/units.ts';
import { FileDiffBlock } from '../../ui/diff/file-diffs.tsx';
import { LineCounts } from '../../ui/diff/line-counts.tsx';
import { Callout } from '../../ui/parts/callout.tsx';
import { BreakablePath } from '../../ui/text/breakable-path.tsx';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { AskedPage } from '../parts/asked-page.tsx';
import { clockTime, wholeTime } from '../parts/display-text.ts';
import { netDiff } from '../parts/net-diff.ts';
import { EmptyState } from '../parts/states.tsx';
import { callAddress, changesAddress, fileAddress, type SessionName, sessionAddress } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { place } from '../state/route.ts';
import './changes-page.css';

/** Lines drawn at once; the rest on request. */
const LINES_AT_ONCE = 3000;
/** Calls listed above a hunk, and where a diff cannot be rebuilt. */
const CALLS_SHOWN = 4;
const SOURCES_SHOWN = 12;

interface Drawn {
  readonly changes: NetChanges;
  readonly file: NetFileOnWire;
}

function CallLink({ changes, call }: { readonly changes: NetChanges; readonly call: number }): ComponentChildren {
  const one = changes.calls[call];
  if (one === undefined) return null;
  const { agent, session } = changes;
  const { callId, occurrence, tool, summary, at } = one;
  return (
    <a href={callAddress({ agent, session, callId, occurrence })} title={`${oneLine(summary)}\n${wholeTime(at)}`}>
      {toolName(tool)}
      {at === null ? '' : ` ${clockTime(at)}`}
    </a>
  );
}

interface CallLinksProps {
  readonly changes: NetChanges;
  readonly calls: readonly number[];
  /** More than this are counted, not listed. */
  readonly most: number;
}

function CallLinks({ changes, calls, most }: CallLinksProps): ComponentChildren {
  const more = calls.length - most;
  return (
    <>
      {calls
        .slice(0, most)
        .map((call, at) => [at === 0 ? '' : ', ', <CallLink key={call} changes={changes} call={call} />])}
      {more > 0 ? ` and ${plural(more, 'more call')}` : null}
    </>
  );
}

function Makers({ changes, hunk }: { readonly changes: NetChanges; readonly hunk: NetHunkOnWire }): ComponentChildren {
  return (
    <>
      <CallLinks changes={changes} calls={hunk.calls} most={CALLS_SHOWN} />
      {hunk.elsewhere ? <span class="changes__elsewhere">{hunk.calls.length > 0 ? ' and ' : ''}not a call</span> : null}
    </>
  );
}

function Remarks({ changes, file }: Drawn): ComponentChildren {
  const { doubt, notes, linesLeftOut, path } = file;
  if (doubt === null && notes.length === 0 && linesLeftOut === 0) return undefined;
  return (
    <div class="changes__remarks">
      {doubt === null ? null : (
        <Callout tone="warn" title="The diff cannot be rebuilt">
          At <CallLink changes={changes} call={doubt.call} />: {doubt.message}. It comes from{' '}
          <CallLinks changes={changes} calls={file.calls} most={SOURCES_SHOWN} />. The{' '}
          <a href={fileAddress(path)}>file’s history</a> shows each of them.
        </Callout>
      )}
      {notes.map(({ code, message, call }) => (
        <p key={code}>
          <CallLink changes={changes} call={call} />: {message}
        </p>
      ))}
      {linesLeftOut === 0 ? null : (
        <p>
          {formatCount(linesLeftOut)} lines more:{' '}
          <a href={changesAddress(changes.agent, changes.session, path)}>this file alone</a>.
        </p>
      )}
    </div>
  );
}

/** For a new file, earlier paths do not matter. */
function pathNow({ path, movedTo, change }: NetFileOnWire): string {
  return change === 'added' ? (movedTo ?? path) : path;
}

function linesOf({ hunks }: NetFileOnWire): number {
  return hunks.reduce((sum, { lines }) => sum + lines.length, 0);
}

function FileOfSession({
  changes,
  file,
  isOpen,
  isFirst,
}: Drawn & { readonly isOpen: boolean; readonly isFirst: boolean }) {
  const [isDrawn, setIsDrawn] = useState(isOpen);
  const path = pathNow(file);
  const remarks = Remarks({ changes, file });
  const hidden = isDrawn ? undefined : (
    <button type="button" class="button changes__open" onClick={() => setIsDrawn(true)}>
      Show {plural(linesOf(file), 'line')}
    </button>
  );
  const nothing = file.hunks.length === 0 && remarks === undefined;
  return (
    <section id={`file-${path}`} class="changes__file" aria-label={path}>
      <FileDiffBlock
        file={{ ...netDiff(file, path), ...(isDrawn ? {} : { hunks: [] }) }}
        title={<a href={fileAddress(path)}>{oneLine(path)}</a>}
        hasLayout={isFirst}
        isDone={true}
        note={
          remarks === undefined && hidden === undefined && !nothing ? undefined : (
            <>
              {remarks}
              {hidden}
              {nothing && isDrawn ? <p class="changes__same">{SAME}</p> : null}
            </>
          )
        }
        hunkNote={(at) => {
          const hunk = file.hunks[at];
          return hunk === undefined ? null : <Makers changes={changes} hunk={hunk} />;
        }}
      />
    </section>
  );
}

const SAME = 'Nothing is left of what the calls did to it.';

const CHANGES: Readonly<Record<NetFileOnWire['change'], string>> = {
  added: 'new',
  deleted: 'deleted',
  modified: '',
  same: 'as it was',
};

function FileList({ files }: { readonly files: readonly NetFileOnWire[] }): ComponentChildren {
  return (
    <ul class="plain-list changes__list" aria-label="Changed files">
      {files.map((file) => {
        const path = pathNow(file);
        return (
          <li key={file.path}>
            <button
              type="button"
              class="text-button cut changes__jump"
              title={path}
              onClick={() => document.getElementById(`file-${path}`)?.scrollIntoView({ block: 'start' })}
            >
              <BreakablePath path={path} />
            </button>
            <span class="dim">{file.doubt === null ? CHANGES[file.change] : 'cannot be rebuilt'}</span>
            <span class="changes__counts">
              <LineCounts added={file.linesAdded} removed={file.linesRemoved} none="–" />
            </span>
            <span class="dim">{plural(file.calls.length, 'call')}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Changes({ changes }: { readonly changes: NetChanges }): ComponentChildren {
  const { files } = changes;
  let drawn = 0;
  return (
    <div class="changes">
      {files.length > 1 ? <FileList files={files} /> : null}
      {files.map((file, at) => {
        drawn += linesOf(file);
        const isOpen = at === 0 || drawn <= LINES_AT_ONCE;
        return <FileOfSession key={file.path} changes={changes} file={file} isOpen={isOpen} isFirst={at === 0} />;
      })}
    </div>
  );
}

/** Lines changed by the session's calls, and lines changed by something else in the same files. */
function sumOf(files: readonly NetFileOnWire[]) {
  const sum = { added: 0, removed: 0, othersAdded: 0, othersRemoved: 0, othersFiles: 0 };
  for (const { linesAdded, linesRemoved, elsewhere } of files) {
    sum.added += Math.max(0, (linesAdded ?? 0) - elsewhere.linesAdded);
    sum.removed += Math.max(0, (linesRemoved ?? 0) - elsewhere.linesRemoved);
    sum.othersAdded += elsewhere.linesAdded;
    sum.othersRemoved += elsewhere.linesRemoved;
    sum.othersFiles += elsewhere.linesAdded + elsewhere.linesRemoved > 0 ? 1 : 0;
  }
  return sum;
}

function Sum({ files }: { readonly files: readonly NetFileOnWire[] }): ComponentChildren {
  const { added, removed, othersAdded, othersRemoved, othersFiles } = sumOf(files);
  return (
    <>
      <span
        class="changes__sum"
        title="What is left of all its edits taken together: a line that was added and removed again is in neither figure"
      >
        {plural(files.length, 'file')}, net <LineCounts added={added} removed={removed} none="–" />
      </span>
      {othersFiles === 0 ? null : (
        <span
          class="dim"
          title="No call of this session changed these lines: a person, a command or another session did"
        >
          not by its calls: <LineCounts added={othersAdded} removed={othersRemoved} none="–" /> in{' '}
          {plural(othersFiles, 'file')}
        </span>
      )}
    </>
  );
}

export function ChangesPage({ agent, session }: SessionName): ComponentChildren {
  const path = place.value.query.get('path') ?? '';
  const parts = { agent, session };
  const question = useQuestion(
    (stop) => api.get('sessionChanges', { parts, query: { path } }, stop),
    [agent, session, path],
  );
  const { answer } = question.state.value;
  const title = oneLine(answer?.title ?? session);
  return (
    <AskedPage
      title="What it changed"
      question={question}
      tools={
        <>
          <a class="cut changes__session" href={sessionAddress(agent, session)} title={title}>
            {title}
          </a>
          {answer === undefined || answer.files.length === 0 ? null : <Sum files={answer.files} />}
          {path === '' ? null : <a href={changesAddress(agent, session)}>all its files</a>}
          {answer === undefined || answer.files.length === 0 ? null : (
            <a
              class="button"
              href={api.url('sessionPatch', { parts, query: { path, download: '1' } })}
              download="session.patch"
            >
              Save as a patch
            </a>
          )}
          {answer === undefined || answer.files.length === 0 ? null : (
            <a
              class="button"
              href={api.url('sessionPatch', { parts, query: { path, download: '1', redact: '1' } })}
              download="session.patch"
              title="Hunks that hold secrets or personal names are left out; a comment at its top says so"
            >
              …for others
            </a>
          )}
        </>
      }
    >
      {(changes) =>
        changes.files.length === 0 ? (
          <EmptyState
            title="No call of this session changed a file."
            hint="Commands that write files are not followed: the log does not say what they did."
          />
        ) : (
          <Changes changes={changes} />
        )
      }
    </AskedPage>
  );
}
