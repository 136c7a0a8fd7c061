// How a script is drawn: its source, what it wrote each time, and the calls it made.

import { formatMs, plural } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { TerminalBlock } from '../../ui/text/terminal-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { StateBadge } from '../../ui/view/agent-table.tsx';
import { ContentBlocks } from '../../ui/view/content-blocks.tsx';
import { inputCut, resultCut } from '../../ui/view/cuts.ts';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { CodeCellInput, CodeCellResult, CodeCellRun } from './code-cell.ts';

type Props = ToolViewProps<CodeCellInput, CodeCellResult>;

function Asked({ view, input }: { readonly view: Props; readonly input: CodeCellInput }) {
  if (input.action === 'wait') {
    return (
      <div class="ts-view__line">
        <span>
          {input.terminate ? 'Ends' : 'Waits for'} script <code>{input.cellId}</code>
        </span>
        {input.waitMs !== undefined && <span class="ts-view__dim">at most {formatMs(input.waitMs)}</span>}
      </div>
    );
  }
  return (
    <CodeBlock title="Script" language="javascript" text={input.source} startLine={1} cut={inputCut(view, '/source')} />
  );
}

function Run({ view, result }: { readonly view: Props; readonly result: CodeCellRun }) {
  const isExpected = view.call.failure?.blame === 'expected';
  return (
    <>
      <div class="ts-view__line">
        <StateBadge state={result.state} isExpected={isExpected} />
        {result.cellId !== null && (
          <span class="ts-view__dim">
            as <code>{result.cellId}</code>
          </span>
        )}
        {result.durationMs !== null && <span class="ts-view__dim">{formatMs(result.durationMs)}</span>}
        {result.images > 0 && <Badge>{plural(result.images, 'image')}</Badge>}
      </div>
      {result.error !== null && result.error !== '' && (
        <TerminalBlock
          title="Error"
          tone={isExpected ? 'plain' : 'error'}
          text={result.error}
          cut={resultCut(view, '/error')}
        />
      )}
      {result.outputs.map((output, index) => (
        <TerminalBlock
          key={index}
          title={result.outputs.length === 1 ? 'Output' : `Output ${index + 1}`}
          text={output}
          cut={resultCut(view, `/outputs/${index}`)}
        />
      ))}
      {result.outputs.length === 0 && result.error === null && <Empty>It wrote nothing.</Empty>}
      <ContentBlocks blocks={view.blocks} bodies={view.bodies} withoutText />
    </>
  );
}

export const view = defineView<CodeCellInput, CodeCellResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && <Asked view={props} input={input} />}
      {result?.kind === 'cell' && <Run view={props} result={result} />}
      {result?.kind === 'text' && <TerminalBlock title="Result" text={result.text} cut={resultCut(props, '/text')} />}
      {result?.kind !== 'cell' && result?.kind !== 'text' && <UntypedResult view={props} />}
    </ViewFrame>
  );
});
