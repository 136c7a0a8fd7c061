// View of messages to agents: who was sent what, and what they answered.

import { formatMs } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { AgentTable } from '../../ui/view/agent-table.tsx';
import { inputCut } from '../../ui/view/cuts.ts';
import { OwnFailure } from '../../ui/view/own-failure.tsx';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { AgentAction, AgentMessageInput, AgentMessageResult } from './agent-message.ts';

type Props = ToolViewProps<AgentMessageInput, AgentMessageResult>;

const ACTIONS: Readonly<Record<AgentAction, string>> = {
  send: 'Message',
  'follow-up': 'Further task',
  wait: 'Wait',
  resume: 'Resume',
  close: 'Close',
  interrupt: 'Interrupt',
};

function Outcome({ view, result }: { readonly view: Props; readonly result: AgentMessageResult }) {
  switch (result.kind) {
    case 'sent':
      return (
        <>
          <div class="ts-view__line">
            <Badge tone={result.success ? 'ok' : 'error'}>{result.success ? 'delivered' : 'not delivered'}</Badge>
            <span>{result.message}</span>
          </div>
          <Facts
            facts={[
              ['woke', result.resumedAgentId],
              ['request', result.requestId],
              ['from', result.sender],
              ['to', result.target],
            ]}
          />
        </>
      );
    case 'waited':
      return (
        <>
          {result.timedOut && (
            <div class="ts-view__line">
              <Badge tone="warn">timed out</Badge>
            </div>
          )}
          <AgentTable agents={result.states} />
        </>
      );
    case 'touched':
      return <AgentTable agents={[result.state]} />;
    case 'refused':
      return <OwnFailure view={view} message={result.message} tone="warn" title="Refused" />;
  }
}

export const view = defineView<AgentMessageInput, AgentMessageResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <div class="ts-view__line">
            <span class="ts-view__lead">{ACTIONS[input.action]}</span>
            {input.to.length > 0 && <span>to {input.to.join(', ')}</span>}
            {input.type !== null && <Badge>{input.type}</Badge>}
          </div>
          <Facts
            facts={[
              ['summary', input.summary],
              ['waits at most', input.timeoutMs === null ? null : formatMs(input.timeoutMs)],
            ]}
          />
          {input.message !== null && (
            <CodeBlock isProse text={input.message} label="Message" cut={inputCut(props, '/message')} />
          )}
        </>
      )}
      {isTyped(result) ? <Outcome view={props} result={result} /> : <UntypedResult view={props} />}
    </ViewFrame>
  );
});
