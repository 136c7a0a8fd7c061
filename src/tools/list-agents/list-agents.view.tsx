// How a list of agents is drawn.

import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { AgentTable } from '../../ui/view/agent-table.tsx';
import { UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { ListAgentsInput, ListAgentsResult } from './list-agents.ts';

export const view = defineView<ListAgentsInput, ListAgentsResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      <Facts facts={[['below', input?.prefix]]} />
      {result?.kind === 'agents' && <AgentTable agents={result.agents} />}
      {result?.kind === 'text' && <CodeBlock text={result.text} />}
      {result?.kind !== 'agents' && result?.kind !== 'text' && <UntypedResult view={props} />}
    </ViewFrame>
  );
});
