// One small session of every agent that the demo has no long story of: the same errand in each agent's log format.

import { copilotLog, copilotVscodeLog } from './copilot.ts';
import type { DemoLog } from './errand.ts';
import { geminiLog } from './gemini.ts';
import { kimiCodeLogs, kimiLogs } from './kimi.ts';
import { openCodeLog } from './opencode.ts';
import { piLog } from './pi.ts';
import { cursorLog, droidLogs } from './previews.ts';
import { qwenLog } from './qwen.ts';

const HOUR_MS = 3_600_000;

export function otherAgents(now: number): readonly DemoLog[] {
  const ago = (hours: number): number => now - hours * HOUR_MS;
  return [
    piLog(ago(5)),
    copilotLog(ago(8)),
    openCodeLog(ago(28)),
    geminiLog(ago(30)),
    ...kimiCodeLogs(ago(33)),
    copilotVscodeLog(ago(52)),
    qwenLog(ago(54)),
    ...droidLogs(ago(56)),
    ...kimiLogs(ago(76)),
    cursorLog(),
  ];
}
