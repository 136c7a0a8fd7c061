// Search hits on a terminal and as JSON, one by one and by session.

import { formatInstant } from '../base/time.ts';
import type { SearchHit } from '../search/library-search.ts';
import type { SearchReport } from '../search/text/search-budget.ts';
import type { Output } from './output.ts';

/** The snippet with the matches in bold. */
export function marked({ snippet }: SearchHit, out: Output): string {
  let text = '';
  let at = 0;
  for (const [start, end] of snippet.highlights) {
    text += out.safe(snippet.text.slice(at, start)) + out.paint('bold', out.safe(snippet.text.slice(start, end)));
    at = end;
  }
  return text + out.safe(snippet.text.slice(at));
}

/** With the call in brief: `toolscope call` has the rest. */
export function hitRecord({ call, at, ...hit }: SearchHit): unknown {
  const told =
    call === null
      ? null
      : {
          callId: call.call.callId,
          occurrence: call.call.occurrence,
          part: call.part,
          tool: call.call.tool,
          toolId: call.call.toolId,
          status: call.call.status,
          summary: call.call.summary,
        };
  return { ...hit, at: formatInstant(at), call: told };
}

/** Why a search stopped early. */
export const ENDS: Partial<Record<SearchReport['end'], string>> = {
  'scan-limit': 'Only the newest logs were read: nothing in the query is a fixed text of three letters or more.',
  'time-limit': 'The search took too long and was stopped.',
  runaway: 'The regular expression took too long and was stopped.',
};
