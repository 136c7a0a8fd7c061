// View of input to a running command: what was typed, what it wrote since, whether it is still running.

import { formatCount, formatMs } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { TerminalBlock } from '../../ui/text/terminal-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { resultCut } from '../../ui/view/cuts.ts';
import { ExitBadge } from '../../ui/view/exit-badge.tsx';
import { OwnFailure } from '../../ui/view/own-failure.tsx';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { ShellInputInput, ShellInputOutput, ShellInputResult } from './shell-input.ts';

type Props = ToolViewProps<ShellInputInput, ShellInputResult>;

function Output({ view, result }: { readonly view: Props; readonly result: ShellInputOutput }) {
  const { failure } = view.call;
  const expected = failure?.blame === 'expected' ? failure.message : undefined;
  return (
    <>
      <div class="ts-view__line">
        {result.running && <Badge tone="info">still running</Badge>}
        <ExitBadge code={result.exitCode} meaning={expected} />
        {result.durationMs !== null && <span class="ts-view__dim">{formatMs(result.durationMs)}</span>}
        {result.tokens !== null && <span class="ts-view__dim">{formatCount(result.tokens)} tokens in all</span>}
      </div>
      {result.output === '' ? (
        <Empty>It wrote nothing.</Empty>
      ) : (
        <TerminalBlock title="Output since then" text={result.output} cut={resultCut(view, '/output')} />
      )}
    </>
  );
}

export const view = defineView<ShellInputInput, ShellInputResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <div class="ts-view__line">
            <span>
              Into shell <code>{input.sessionId}</code>
            </span>
            {input.chars === '' && <Badge>only looks</Badge>}
            {input.waitMs !== undefined && <span class="ts-view__dim">waits {formatMs(input.waitMs)}</span>}
          </div>
          {input.chars !== '' && <CodeBlock title="Typed" text={input.chars} />}
        </>
      )}
      {result?.kind === 'output' && <Output view={props} result={result} />}
      {result?.kind === 'refused' && <OwnFailure view={props} message={result.message} tone="warn" title="Refused" />}
      {result?.kind !== 'output' && result?.kind !== 'refused' && <UntypedResult view={props} />}
    </ViewFrame>
  );
});
