// Starts the demo: a made-up library in a temporary folder, deleted when the demo closes.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { otherAgents } from './agents/all.ts';
import { LIVE_SESSION, LiveDemo } from './live-session.ts';
import { claudeSamples, codexSamples, SAMPLE_SESSION } from './sample-sessions.ts';
import { HELPER, STORY_SESSION, story } from './story.ts';

export interface Demo {
  readonly logFolder: string;
  readonly dataFolder: string;
  /** Takes the next step of the live session now. */
  step(): void;
  close(): void;
}

const MINUTE_MS = 60_000;

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** `plays`: the live session advances by itself. */
export function startDemo({
  now = Date.now,
  plays = true,
}: {
  readonly now?: () => number;
  readonly plays?: boolean;
} = {}): Demo {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-demo-'));
  const logFolder = join(folder, 'logs');
  const dataFolder = join(folder, 'data');
  const projects = join(logFolder, 'claude', 'projects');
  const at = now();
  const told = story(at - 95 * MINUTE_MS);
  write(join(projects, '-home-dev-orchard', `${STORY_SESSION}.jsonl`), told.main);
  write(join(projects, '-home-dev-orchard', STORY_SESSION, 'subagents', `agent-${HELPER}.jsonl`), told.helper);
  write(join(projects, '-work-garden', `${SAMPLE_SESSION}.jsonl`), claudeSamples(at - 26 * 60 * MINUTE_MS));
  const codex = codexSamples(at - 50 * 60 * MINUTE_MS);
  const day = new Date(at - 50 * 60 * MINUTE_MS).toISOString().slice(0, 10).split('-');
  write(join(logFolder, 'codex', 'sessions', ...day, codex.file), codex.text);
  for (const { path, text } of otherAgents(at)) write(join(logFolder, path), text);
  const live = join(projects, '-home-dev-harbor', `${LIVE_SESSION}.jsonl`);
  mkdirSync(dirname(live), { recursive: true });
  const playback = new LiveDemo(live, now);
  if (plays) playback.start();
  return {
    logFolder,
    dataFolder,
    step: () => playback.step(),
    close() {
      playback.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
