// View of a background shell's output: its state, and what it wrote since the last time.

import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { StateBadge } from '../../ui/view/agent-table.tsx';
import { ExitBadge } from '../../ui/view/exit-badge.tsx';
import { Instant } from '../../ui/view/instant.tsx';
import { Streams } from '../../ui/view/streams.tsx';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { BashOutputInput, BashOutputResult } from './bash-output.ts';

type Props = ToolViewProps<BashOutputInput, BashOutputResult>;

function Shell({ view, result }: { readonly view: Props; readonly result: BashOutputResult }) {
  return (
    <>
      <div class="ts-view__line">
        <StateBadge state={result.status} />
        <ExitBadge code={result.exitCode} />
        <Facts facts={[['seen at', result.timestamp && <Instant at={result.timestamp} />]]} />
      </div>
      {result.command !== null && <CodeBlock title="Command" language="bash" text={result.command} />}
      <Streams view={view} stdout={result.stdout} stderr={result.stderr} />
    </>
  );
}

export const view = defineView<BashOutputInput, BashOutputResult>((props) => {
  const { input, result } = props;
  const filter = (result?.kind === 'shell' ? result.filter : null) ?? input?.filter;
  return (
    <ViewFrame view={props}>
      <div class="ts-view__line">
        <span>
          Shell <code>{input?.shellId ?? (result?.kind === 'shell' ? result.shellId : '')}</code>
        </span>
        {filter !== undefined && filter !== null && (
          <Badge>
            only lines like <code>{filter}</code>
          </Badge>
        )}
      </div>
      {result?.kind === 'shell' ? <Shell view={props} result={result} /> : <UntypedResult view={props} />}
    </ViewFrame>
  );
});
