// The samples of all tools as a dashboard would get them: read by their tools, sent as JSON, without any bytes.

import { contentText } from '../../src/model/content.ts';
import type { CallStatus, Failure } from '../../src/model/outcome.ts';
import { allSamples, interpretSample, type SampleFile } from '../structure/tool-samples.ts';

export interface SampleCall {
  /** `<tool>/<file>`. */
  readonly name: string;
  readonly toolId: string;
  readonly toolTitle: string;
  readonly agent: string;
  readonly tool: string;
  readonly status: CallStatus;
  readonly failure: Failure | null;
  readonly summary: string;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  readonly input: unknown;
  readonly result: unknown;
  readonly content: unknown;
  readonly text: string;
  /** What was cut on the way, for calls that are not whole. */
  readonly cuts?: readonly { readonly body: string; readonly pointer: string; readonly characters: number }[];
}

function statusOf({ sample }: SampleFile, failedQuietly: boolean): CallStatus {
  if (sample.outcome === null) return 'running';
  return failedQuietly ? 'error' : sample.outcome.status;
}

export function sampleCall(file: SampleFile): SampleCall {
  const { sample, name } = file;
  const { tool, input, result, light } = interpretSample(sample);
  const content = sample.outcome?.content ?? '';
  return JSON.parse(
    JSON.stringify({
      name,
      toolId: tool.id,
      toolTitle: tool.title,
      agent: sample.agent,
      tool: sample.tool,
      status: statusOf(file, light.failedQuietly),
      failure: light.failure,
      summary: light.summary,
      facts: light.facts,
      input,
      result,
      content,
      text: contentText(content),
    }),
  );
}

export function sampleCalls(): readonly SampleCall[] {
  return allSamples.map(sampleCall);
}
