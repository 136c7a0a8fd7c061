// How Copilot stops a running command: `stop_bash` and `stop_powershell`.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { idText } from '../shapes.ts';
import type { TaskStopInput, TaskStopResult } from './task-stop.ts';

const STOPPED = /^<command with (?:shellId|id): (\S{1,200}) stopped>/;

function read(content: string): TaskStopResult | undefined {
  const taskId = STOPPED.exec(content.trimStart().slice(0, 300))?.[1];
  if (taskId === undefined) return undefined;
  return { kind: 'stopped', message: content.trim(), taskId, taskType: null, command: null, success: true };
}

export const copilot = defineDialect<TaskStopInput, TaskStopResult>({
  agent: 'copilot',
  names: ['stop_bash', 'stop_powershell'],
  input: shape.object({ shellId: idText }).transform((raw): TaskStopInput => ({ taskId: raw.shellId })),
  structured: [],
  text: [{ kind: 'stopped', read }],
});
