// The changes of one call: their state in one banner, then a diff for each file.

import type { ComponentChildren } from 'preact';
import { Badge } from '../parts/badge.tsx';
import { Block } from '../parts/block.tsx';
import { Callout } from '../parts/callout.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { diffLayout } from '../text/preferences.ts';
import { DiffBlock, type HunkNote } from './diff-block.tsx';
import type { DiffFile } from './diff-rows.ts';
import { LineCounts } from './line-counts.tsx';

/** `written`: done. `proposed`: requested, but not done. `staged`: waits for the user. `unknown`: the log does not say. */
export type ChangeState = 'written' | 'proposed' | 'staged' | 'unknown';

function LayoutChoice() {
  const layout = diffLayout.value;
  return (
    <>
      {(['unified', 'split'] as const).map((value) => (
        <button
          key={value}
          type="button"
          class="ts-button ts-button--small"
          aria-pressed={layout === value}
          onClick={() => {
            diffLayout.value = value;
          }}
        >
          {value === 'unified' ? 'Unified' : 'Side by side'}
        </button>
      ))}
    </>
  );
}

function patchText({ path, movedTo, hunks }: DiffFile): string {
  const head = `--- ${path}\n+++ ${movedTo ?? path}\n`;
  const bodies = hunks.map(
    ({ oldStart, oldLines, newStart, newLines, lines }) =>
      `@@ -${oldStart ?? 0},${oldLines} +${newStart ?? 0},${newLines} @@\n${lines.join('\n')}\n`,
  );
  return head + bodies.join('');
}

const WITHOUT_LINES: Readonly<Record<string, string>> = {
  added: 'The file was created. Its content is not in the log.',
  deleted: 'The file was deleted. Its content is not in the log.',
};

interface FileDiffBlockProps {
  readonly file: DiffFile;
  readonly title: ComponentChildren;
  readonly hasLayout: boolean;
  readonly isDone: boolean;
  readonly note?: ComponentChildren;
  readonly hunkNote?: HunkNote | undefined;
}

/** What was only requested must not look done. */
function ChangeBadge({ change, isDone }: { readonly change: string; readonly isDone: boolean }) {
  if (change === 'modified') return null;
  if (change === 'same') return <Badge>unchanged in the end</Badge>;
  if (!isDone) return <Badge>to be {change}</Badge>;
  return <Badge tone={change === 'deleted' ? 'warn' : 'ok'}>{change}</Badge>;
}

export function FileDiffBlock({ file, title, hasLayout, isDone, note, hunkNote }: FileDiffBlockProps) {
  const lines = file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  return (
    <Block
      isFlush={lines > 0}
      tone={isDone ? 'plain' : 'open'}
      title={title}
      facts={
        <>
          <ChangeBadge change={file.change} isDone={isDone} />
          {file.movedTo !== undefined && (
            <span>
              {isDone ? 'moved to' : 'to be moved to'} <code>{file.movedTo}</code>
            </span>
          )}
          <LineCounts added={file.linesAdded} removed={file.linesRemoved} />
        </>
      }
      actions={
        <>
          {hasLayout && <LayoutChoice />}
          {lines > 0 && <CopyButton text={() => patchText(file)} what="patch" />}
        </>
      }
    >
      {note}
      {lines > 0 ? (
        <DiffBlock
          hunks={file.hunks}
          path={file.movedTo ?? file.path}
          label={`Changes of ${file.path}`}
          hunkNote={hunkNote}
        />
      ) : note !== undefined ? null : (
        <Empty>{(isDone ? WITHOUT_LINES[file.change] : undefined) ?? 'The lines are not in the log.'}</Empty>
      )}
    </Block>
  );
}

function Banner({ state, reason }: { readonly state: ChangeState; readonly reason: string | null }) {
  switch (state) {
    case 'written':
      return null;
    case 'proposed':
      return (
        <Callout tone="warn" title="Proposed, not written">
          {reason}
        </Callout>
      );
    case 'staged':
      return (
        <Callout tone="info" title="Staged for review, not written yet">
          {reason}
        </Callout>
      );
    case 'unknown':
      return (
        <Callout tone="quiet" title="The log does not say whether this was written">
          {reason}
        </Callout>
      );
  }
}

interface FileDiffsProps {
  readonly files: readonly DiffFile[];
  readonly state: ChangeState;
  /** Why it was not written. */
  readonly reason?: string | null;
  /** Draws a file's path, as a link where there is one. */
  readonly path: (path: string) => ComponentChildren;
}

export function FileDiffs({ files, state, reason = null, path }: FileDiffsProps) {
  if (files.length === 0) return null;
  return (
    <>
      <Banner state={state} reason={reason} />
      {files.map((file, index) => (
        <FileDiffBlock
          key={`${index} ${file.path}`}
          file={file}
          title={path(file.path)}
          hasLayout={index === 0}
          isDone={state === 'written'}
        />
      ))}
    </>
  );
}
