// The files of two sessions: their final state, and for those that differ, both changes one below the other.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { finalText } from '../../api/compare-text.ts';
import type { NetFileOnWire } from '../../api/wire/changes.ts';
import type { WireComparison } from '../../api/wire/compare.ts';
import { formatCount } from '../../base/units.ts';
import { FileDiffBlock } from '../../ui/diff/file-diffs.tsx';
import { LineCounts } from '../../ui/diff/line-counts.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { FoldButton } from '../parts/fold-button.tsx';
import { netDiff } from '../parts/net-diff.ts';
import { EmptyState, Waiting } from '../parts/states.tsx';
import { changesAddress, type SessionName } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import type { ComparedNames } from '../state/compared.ts';

type FinalFile = WireComparison['final'][number];
type FileUse = WireComparison['files'][number];

async function changeOf(name: SessionName, path: string, stop: AbortSignal): Promise<NetFileOnWire | undefined> {
  const { files } = await api.get('sessionChanges', { parts: { ...name }, query: { path } }, stop);
  return files[0];
}

function Change({ name, path, side }: { readonly name: SessionName; readonly path: string; readonly side: string }) {
  const question = useQuestion((stop) => changeOf(name, path, stop), [name.agent, name.session, path]);
  const { answer: file, error } = question.state.value;
  if (error !== undefined) return <p class="dim">{error.message}</p>;
  if (file === undefined) return <Waiting what="Reading the changes…" />;
  return (
    <FileDiffBlock
      file={netDiff(file)}
      title={
        <a href={changesAddress(name.agent, name.session, path)}>
          {side}: {oneLine(file.path)}
        </a>
      }
      hasLayout={false}
      isDone={true}
    />
  );
}

function usedText(use: FileUse['a']): string {
  if (use === null) return '–';
  const parts = [
    use.reads === 0 ? '' : `${formatCount(use.reads)} read`,
    use.changes === 0 ? '' : `${formatCount(use.changes)} changed`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function Row({ file, names }: { readonly file: FinalFile; readonly names: ComparedNames }): ComponentChildren {
  const [isOpen, setIsOpen] = useState(false);
  const { path, a, b, isSame } = file;
  return (
    <>
      <tr>
        <td class="compared-files__path">
          <FoldButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} title={path}>
            <span>{oneLine(path)}</span>
          </FoldButton>
        </td>
        {[a, b].map((change, i) => (
          <td key={i === 0 ? 'a' : 'b'} class="sort-table__number">
            {change === null ? (
              <span class="dim">–</span>
            ) : (
              <LineCounts added={change.linesAdded} removed={change.linesRemoved} none={change.change} />
            )}
          </td>
        ))}
        <td class={isSame ? 'dim' : 'warn-text'}>
          {finalText(file)}
          {a?.isUnsure === true || b?.isUnsure === true ? <span class="dim"> (not all is known)</span> : null}
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={4} class="compared-files__diffs">
            {a === null ? null : <Change name={names.a} path={a.path} side="A" />}
            {b === null ? null : <Change name={names.b} path={b.path} side="B" />}
          </td>
        </tr>
      ) : null}
    </>
  );
}

export function ComparedFiles({
  comparison,
  names,
}: {
  readonly comparison: WireComparison;
  readonly names: ComparedNames;
}) {
  const { final, files } = comparison;
  const changed = new Set(final.map(({ path }) => path));
  const others = files.filter(({ path }) => !changed.has(path));
  if (final.length === 0 && others.length === 0) {
    return <EmptyState title="Neither session read or changed a file with a tool of its own." />;
  }
  return (
    <div class="section-page compared-files">
      {final.length === 0 ? null : (
        <section>
          <h2>What each left behind</h2>
          <table class="sort-table" aria-label="Changed files">
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col" class="sort-table__number">
                  A
                </th>
                <th scope="col" class="sort-table__number">
                  B
                </th>
                <th scope="col">In the end</th>
              </tr>
            </thead>
            <tbody>
              {final.map((file) => (
                <Row key={file.path} file={file} names={names} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {others.length === 0 ? null : (
        <section>
          <h2>Other files they used</h2>
          <table class="sort-table" aria-label="Other files">
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col">A</th>
                <th scope="col">B</th>
              </tr>
            </thead>
            <tbody>
              {others.map(({ path, a, b }) => (
                <tr key={path}>
                  <td class="compared-files__path" title={path}>
                    {oneLine(path)}
                  </td>
                  <td>{usedText(a)}</td>
                  <td>{usedText(b)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
