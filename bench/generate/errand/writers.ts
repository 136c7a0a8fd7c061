// The list of agents that errands are written for: one line each.

import type { Rng } from '../rng.ts';
import type { ErrandAgent } from '../truth.ts';
import { copilotVscodeWriter, copilotWriter } from './copilot.ts';
import type { ErrandWriter } from './errand.ts';
import { geminiWriter } from './gemini.ts';
import { kimiCodeWriter, kimiWriter } from './kimi.ts';
import { openCodeWriter } from './opencode.ts';
import { piWriter } from './pi.ts';
import { cursorWriter, droidWriter } from './previews.ts';
import { qwenWriter } from './qwen.ts';

export const ERRANDS: Readonly<Record<ErrandAgent, (rng: Rng, atMs: number) => ErrandWriter>> = {
  copilot: copilotWriter,
  'copilot-vscode': copilotVscodeWriter,
  cursor: cursorWriter,
  droid: droidWriter,
  gemini: geminiWriter,
  kimi: kimiWriter,
  'kimi-code': kimiCodeWriter,
  opencode: openCodeWriter,
  pi: piWriter,
  qwen: qwenWriter,
};
