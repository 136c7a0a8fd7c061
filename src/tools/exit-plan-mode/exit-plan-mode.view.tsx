// View of a plan: as Markdown, with its outcome.

import { MarkdownBlock } from '../../ui/markdown/markdown-block.tsx';
import { Badge } from '../../ui/parts/badge.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { inputCut, resultCut } from '../../ui/view/cuts.ts';
import { FilePath } from '../../ui/view/file-path.tsx';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { PlanInput, PlanResult } from './exit-plan-mode.ts';

type Props = ToolViewProps<PlanInput, PlanResult>;

function Verdict({ view }: { readonly view: Props }) {
  const { result, call } = view;
  if (result?.kind === 'approved') {
    return (
      <div class="ts-view__line">
        <Badge tone="ok">approved</Badge>
        {result.edited && <Badge tone="info">changed by the person</Badge>}
        {result.isAgent && <Badge>a subagent’s plan</Badge>}
      </div>
    );
  }
  if (result?.kind === 'awaiting') {
    return (
      <div class="ts-view__line">
        <Badge tone="info">waits for the leader</Badge>
        <Facts facts={[['request', result.requestId]]} />
      </div>
    );
  }
  const said = result?.kind === 'rejected' ? result.feedback : null;
  return said === null || said === call.feedback ? null : <Facts facts={[['the person said', said]]} />;
}

export const view = defineView<PlanInput, PlanResult>((props) => {
  const { input, result, links } = props;
  const told = result?.kind === 'approved' || result?.kind === 'awaiting' ? result : null;
  const plan = told?.plan ?? input?.plan ?? null;
  const file = told?.filePath ?? input?.filePath;
  const cut = told?.plan === null || told === null ? inputCut(props, '/plan') : resultCut(props, '/plan');
  return (
    <ViewFrame view={props}>
      <Verdict view={props} />
      {plan === null || plan === '' ? (
        <Empty>The plan itself is not in this call{file === undefined ? '' : ': it is in a file'}.</Empty>
      ) : (
        <MarkdownBlock title="Plan" text={plan} cut={cut} />
      )}
      <Facts
        facts={[
          ['kept in', file === undefined ? null : <FilePath path={file} links={links} />],
          ['asks to allow', input?.allowedPrompts.map(({ tool, prompt }) => `${tool}: ${prompt}`).join(' · ')],
        ]}
      />
      {result?.kind === 'note' && <CodeBlock title="Answer" isProse text={result.text} />}
      {!isTyped(result) && <UntypedResult view={props} />}
    </ViewFrame>
  );
});
