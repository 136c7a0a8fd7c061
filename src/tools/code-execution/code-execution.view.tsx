// How code run by the API is drawn: the code, its output, files it touched, advice it gave.

import { plural } from '../../base/units.ts';
import { DiffBlock } from '../../ui/diff/diff-block.tsx';
import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { Badge } from '../../ui/parts/badge.tsx';
import { Block } from '../../ui/parts/block.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { inputCut, resultCut } from '../../ui/view/cuts.ts';
import { ExitBadge } from '../../ui/view/exit-badge.tsx';
import { OwnFailure } from '../../ui/view/own-failure.tsx';
import { Streams } from '../../ui/view/streams.tsx';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { ExecutionFile, ExecutionInput, ExecutionResult } from './code-execution.ts';

type Props = ToolViewProps<ExecutionInput, ExecutionResult>;

const TITLES = { code: 'Code', command: 'Command', file: 'File', advice: 'Question' } as const;
const LANGUAGES = { code: 'python', command: 'bash', file: null, advice: null } as const;

function Asked({ view, input }: { readonly view: Props; readonly input: ExecutionInput }) {
  const { what, source, path, oldText, newText } = input;
  return (
    <>
      {(path !== undefined || input.action !== undefined) && (
        <div class="ts-view__line">
          {input.action !== undefined && <Badge>{input.action.replaceAll('_', ' ')}</Badge>}
          {path !== undefined && <code>{path}</code>}
        </div>
      )}
      {source !== '' && (
        <CodeBlock
          title={TITLES[what]}
          language={LANGUAGES[what]}
          path={path}
          isProse={what === 'advice'}
          text={source}
          cut={inputCut(view, '/source')}
        />
      )}
      {oldText !== undefined && <CodeBlock title="Text to replace" path={path} text={oldText} />}
      {newText !== undefined && <CodeBlock title="New text" path={path} text={newText} />}
    </>
  );
}

function File({ view, result }: { readonly view: Props; readonly result: ExecutionFile }) {
  const path = view.input?.path ?? '';
  const hunk = { oldStart: null, oldLines: 0, newStart: null, newLines: 0, lines: result.diff };
  return (
    <>
      <div class="ts-view__line">
        <Badge tone="ok">{result.action}</Badge>
        {result.lines !== null && <span class="ts-view__dim">{plural(result.lines, 'line')}</span>}
      </div>
      {result.diff.length > 0 && (
        <Block title={path} isFlush>
          <DiffBlock hunks={[hunk]} path={path} label={`Changes of ${path}`} />
        </Block>
      )}
      {result.text !== null && result.text !== '' && (
        <CodeBlock title={path} path={path} startLine={1} text={result.text} cut={resultCut(view, '/text')} />
      )}
    </>
  );
}

function Outcome({ view, result }: { readonly view: Props; readonly result: ExecutionResult }) {
  switch (result.kind) {
    case 'output':
      return (
        <>
          <div class="ts-view__line">
            <ExitBadge code={result.exitCode} />
          </div>
          <Streams view={view} stdout={result.stdout} stderr={result.stderr} />
          <Facts facts={[['files left behind', result.files.join(', ')]]} />
        </>
      );
    case 'file':
      return <File view={view} result={result} />;
    case 'advice':
      return <MarkdownBlock title="Advice" text={result.text} cut={resultCut(view, '/text')} />;
    case 'error':
      return <OwnFailure view={view} message={result.message} tone="error" title={result.errorCode} />;
  }
}

export const view = defineView<ExecutionInput, ExecutionResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && <Asked view={props} input={input} />}
      {isTyped(result) ? <Outcome view={props} result={result} /> : <UntypedResult view={props} />}
    </ViewFrame>
  );
});
