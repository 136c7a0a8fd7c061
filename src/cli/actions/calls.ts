// `toolscope calls`: tool calls that match a filter, over all sessions, newest first.

import { terminalJson } from '../../base/terminal.ts';
import { plural } from '../../base/units.ts';
import { callRecord } from '../../model/call-record.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import type { Questions } from '../../store/questions.ts';
import { TOOL_FAMILIES } from '../../tools/traits.ts';
import { durationText, notesOf, statusStyle, statusWord } from '../call-table.ts';
import type { Invocation } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { filterFrom } from '../filter-from.ts';
import { limitFrom } from '../library-options.ts';
import { withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';
import { PagedTable } from '../print-table.ts';
import type { Column, Row } from '../table.ts';
import { secondText } from '../when-text.ts';

const COLUMNS: readonly Column[] = [
  { title: 'TIME', hides: 'late', style: 'dim' },
  { title: 'ID', style: 'dim' },
  { title: 'TOOL', max: 24, keeps: 'end' },
  { title: 'SUMMARY', grows: true, wants: 30 },
  { title: 'STATUS' },
  { title: 'DURATION', align: 'right' },
  { title: 'SESSION', hides: true, style: 'dim' },
  { title: 'NOTES', max: 32, hides: true, style: 'dim' },
];

function rowOf(call: ToolCall, id: string, session: string, out: Output): Row {
  return {
    cells: [
      secondText(call.requestedAt ?? call.endedAt),
      out.safe(id),
      out.safe(call.tool),
      out.safe(call.summary),
      statusWord(call),
      durationText(call),
      out.safe(session),
      out.safe(notesOf(call)),
    ],
    styles: { STATUS: statusStyle(call) },
  };
}

async function rowsOf(calls: readonly ToolCall[], questions: Questions, out: Output): Promise<readonly Row[]> {
  const ids = await questions.calls.shortIds(calls.map(({ callId }) => callId));
  const sessions = await questions.sessions.shortIds(calls.map(({ session }) => session));
  return calls.map((call, i) => rowOf(call, ids[i] ?? '', sessions[i] ?? '', out));
}

export async function listCalls(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const limit = limitFrom(invocation, LIMITS.calls);
  const filter = filterFrom(invocation);
  return withLibrary(invocation, async ({ index: { questions }, places }) => {
    const table = new PagedTable(out, COLUMNS);
    let shown = 0;
    let more = false;
    const question = { filter, places, families: TOOL_FAMILIES };
    for await (const batch of questions.calls.newest(question, limit + 1)) {
      const fits = batch.slice(0, limit - shown);
      more = fits.length < batch.length;
      shown += fits.length;
      if (options['json'] === true) {
        for (const { call, pathOf } of fits) await out.line(terminalJson(callRecord(call, pathOf)));
      } else {
        const calls = fits.map(({ call }) => call);
        for (const row of await rowsOf(calls, questions, out)) await table.add(row);
      }
    }
    await table.end();
    if (shown > 0) {
      if (more && options['json'] !== true) out.note(`toolscope: ${plural(shown, 'call')} shown; --limit 0 shows all.`);
      return 0;
    }
    if (options['json'] !== true) out.note('toolscope: no calls match.');
    return 1;
  });
}
