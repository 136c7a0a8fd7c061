// How a call to an MCP server is drawn: server and tool, arguments, and every part of the answer.

import { formatMs } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Section } from '../../ui/parts/section.tsx';
import { SpilledNote } from '../../ui/text/cut.tsx';
import { defineView, type ToolViewProps } from '../../ui/tool-view.ts';
import { JsonTree } from '../../ui/tree/json-tree.tsx';
import { BodyBlocks } from '../../ui/view/body-blocks.tsx';
import { InputValue } from '../../ui/view/input-value.tsx';
import { OwnFailure } from '../../ui/view/own-failure.tsx';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { McpInput, McpReply, McpResult } from './mcp-result.ts';

type Props = ToolViewProps<McpInput, McpResult>;

function Reply({ view, result }: { readonly view: Props; readonly result: McpReply }) {
  const hasStructured = result.structured !== undefined && result.structured !== null;
  const hasMeta = result.meta !== undefined && result.meta !== null;
  return (
    <>
      <div class="ts-view__line">
        {result.isError && <Badge tone="error">the server calls it an error</Badge>}
        {result.durationMs !== null && <span class="ts-view__dim">{formatMs(result.durationMs)}</span>}
      </div>
      {(result.blocks.length > 0 || !hasStructured) && (
        <BodyBlocks blocks={result.blocks} view={view} pointer="/blocks" />
      )}
      {hasStructured && <JsonTree title="Structured content" value={result.structured} />}
      {hasMeta && (
        <Section title="About the answer">
          <JsonTree value={result.meta} />
        </Section>
      )}
    </>
  );
}

function Outcome({ view, result }: { readonly view: Props; readonly result: McpResult }) {
  switch (result.kind) {
    case 'reply':
      return <Reply view={view} result={result} />;
    case 'value':
      return <JsonTree title="Answer" value={result.value} />;
    case 'error':
      return <OwnFailure view={view} message={result.message} tone="error" title="The server could not be asked" />;
  }
}

export const view = defineView<McpInput, McpResult>((props) => {
  const { input, result, bodies } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <div class="ts-view__line">
            <Badge tone="info">{input.server}</Badge>
            <code class="ts-view__lead">{input.tool}</code>
            {input.plugin !== null && <span class="ts-view__dim">from plugin {input.plugin}</span>}
          </div>
          <InputValue title="Arguments" value={input.arguments} />
        </>
      )}
      {isTyped(result) ? <Outcome view={props} result={result} /> : <UntypedResult view={props} />}
      {bodies.spilled !== null && <SpilledNote spilled={bodies.spilled} url={bodies.url('spilled')} />}
    </ViewFrame>
  );
});
