// The props of a view in the gallery and in tests: a sample's call, with addresses that lead nowhere.

import type { ComponentChildren } from 'preact';
import type { ContentBlock } from '../../src/model/content.ts';
import type { ToolViewProps } from '../../src/ui/tool-view.ts';
import type { SampleCall } from './sample-calls.ts';

type Props = ToolViewProps<unknown, { readonly kind: string }>;

/** A small picture, so that images have something to show. */
const PICTURE = 'picture.png';

function isBlocks(content: unknown): content is readonly ContentBlock[] {
  return Array.isArray(content);
}

function isResult(value: unknown): value is { readonly kind: string } {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

export function viewProps(sample: SampleCall, nested: ComponentChildren = null): Props {
  const isBackground = sample.status === 'background';
  return {
    call: {
      agent: sample.agent,
      session: 'a-session',
      callId: sample.name,
      tool: sample.tool,
      status: sample.status,
      failure: sample.failure,
      feedback: sample.status === 'rejected' ? 'Please use the other folder.' : null,
      summary: sample.summary,
      duration: { ms: 1234, basis: 'between-records', bound: 'at-most', includes: ['approval'] },
      facts: sample.facts,
      recovery:
        sample.status === 'error' && sample.failure?.blame !== 'expected'
          ? { callId: 'a-later-call', rule: 'same-target', calls: 3, ms: 12_400 }
          : null,
      agentId: null,
      background: isBackground
        ? { kind: 'shell', taskId: null, endedVia: 'notification', exitCode: 0, pollCalls: ['poll-1', 'poll-2'] }
        : null,
    },
    input: sample.input ?? null,
    result: isResult(sample.result) ? sample.result : null,
    text: sample.text,
    blocks: isBlocks(sample.content) ? sample.content : [],
    bodies: {
      url: (from, pointer = '') => (from === 'structured' || from === 'record' ? PICTURE : `#${from}${pointer}`),
      cutAt: (body, pointer) => sample.cuts?.find((cut) => cut.body === body && cut.pointer === pointer)?.characters,
      cuts: sample.cuts ?? [],
      spilled: null,
    },
    links: { call: (id) => `#call-${id}`, file: (path) => `#file-${path}` },
    nested,
  };
}
