// How a search in files is drawn: a tree of files with the lines found in them.

import type { ComponentChildren } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { formatCount, plural } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { CutNote, SpilledNote } from '../../ui/text/cut.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { type FoundFile, type FoundLine, PathTree } from '../../ui/tree/path-tree.tsx';
import { resultCut } from '../../ui/view/cuts.ts';
import { FilePath } from '../../ui/view/file-path.tsx';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { GrepLine } from './grep-lines.ts';
import type { GrepContent, GrepInput, GrepResult } from './grep-results.ts';

type Props = ToolViewProps<GrepInput, GrepResult>;

function Asked({ view, input }: { readonly view: Props; readonly input: GrepInput }) {
  const { path, linesBefore, linesAfter } = input;
  return (
    <div class="ts-view__line">
      <code class="ts-view__lead">{input.pattern}</code>
      {input.ignoreCase && <Badge>any case</Badge>}
      {input.multiline && <Badge>over lines</Badge>}
      {input.onlyMatching && <Badge>only the match</Badge>}
      <Facts
        facts={[
          ['in', path === undefined ? null : <FilePath path={path} links={view.links} />],
          ['files', input.glob],
          ['type', input.type],
          ['lines around', linesBefore + linesAfter === 0 ? null : `${linesBefore} before, ${linesAfter} after`],
          ['limit', input.limit === undefined ? null : formatCount(input.limit)],
          ['offset', input.offset === undefined ? null : formatCount(input.offset)],
        ]}
      />
    </div>
  );
}

function Limits({ result }: { readonly result: GrepResult }) {
  return (
    <>
      {result.timedOut && <Badge tone="warn">stopped: it took too long</Badge>}
      {result.limit !== null && <Badge tone="warn">first {formatCount(result.limit)} only</Badge>}
      {result.offset !== null && result.offset > 0 && <Badge>from {formatCount(result.offset)} on</Badge>}
    </>
  );
}

/** Lines under their file; a search in one file does not repeat its name. */
function filesOf(lines: readonly GrepLine[], onlyPath: string): readonly FoundFile[] {
  const found = new Map<string, FoundLine[]>();
  for (const { path, number, text, isMatch } of lines) {
    const key = path ?? onlyPath;
    const inFile = found.get(key) ?? [];
    found.set(key, inFile);
    inFile.push({ number, text, isMatch });
  }
  return [...found].map(([path, inFile]) => {
    const matches = inFile.filter(({ isMatch }) => isMatch).length;
    return { path, lines: inFile, facts: plural(matches, 'match', 'matches') };
  });
}

interface FoundProps {
  readonly view: Props;
  readonly files: readonly FoundFile[];
  readonly title: ComponentChildren;
  readonly result: GrepResult;
}

function Found({ view, files, title, result }: FoundProps) {
  const { links } = view;
  const link = useCallback((path: string, name: string) => <FilePath path={path} name={name} links={links} />, [links]);
  if (files.length === 0) return <Empty>No matches.</Empty>;
  return <PathTree title={title} facts={<Limits result={result} />} files={files} link={link} label="Matches" />;
}

function Content({ view, result }: { readonly view: Props; readonly result: GrepContent }) {
  const onlyPath = view.input?.path ?? 'the file';
  const files = useMemo(() => filesOf(result.lines, onlyPath), [result, onlyPath]);
  const matches =
    result.matches === null ? plural(result.lineCount, 'line') : plural(result.matches, 'match', 'matches');
  const of = result.totalLines === null ? '' : ` of ${plural(result.totalLines, 'line')}`;
  const { spilled, url } = view.bodies;
  const cut = resultCut(view, '/text');
  return (
    <>
      {result.lines.length === 0 && result.text !== '' ? (
        <CodeBlock title={matches} text={result.text} cut={cut} />
      ) : (
        <Found view={view} files={files} result={result} title={`${matches}${of} in ${plural(files.length, 'file')}`} />
      )}
      {cut !== undefined && result.lines.length > 0 && <CutNote shown={result.text.length} cut={cut} />}
      {spilled !== null && <SpilledNote spilled={spilled} url={url('spilled')} />}
    </>
  );
}

function Result({ view, result }: { readonly view: Props; readonly result: GrepResult }) {
  const files = useMemo((): readonly FoundFile[] => {
    if (result.kind === 'files') return result.files.map((path) => ({ path }));
    if (result.kind === 'counts') {
      return result.counts.map(({ path, matches }) => ({ path, facts: plural(matches, 'match', 'matches') }));
    }
    return [];
  }, [result]);
  if (result.kind === 'content') return <Content view={view} result={result} />;
  const title =
    result.kind === 'files'
      ? `${plural(result.fileCount, 'file')}${result.totalFiles === null ? '' : ` of ${formatCount(result.totalFiles)}`}`
      : `${plural(result.matches, 'match', 'matches')} in ${plural(result.fileCount, 'file')}`;
  return <Found view={view} files={files} result={result} title={title} />;
}

export const view = defineView<GrepInput, GrepResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && <Asked view={props} input={input} />}
      {isTyped(result) ? <Result view={props} result={result} /> : <UntypedResult view={props} />}
    </ViewFrame>
  );
});
