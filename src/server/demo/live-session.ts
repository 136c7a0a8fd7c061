// The demo's live session: an agent at work, writing one line after the other, over and over.

import { appendFileSync } from 'node:fs';
import { ClaudeScript } from './claude-script.ts';

export const LIVE_SESSION = 'd0000003-0000-4000-8000-000000000003';

const CWD = '/home/dev/harbor';

/** One step of the work: what to write, and how many milliseconds after the step before. */
interface Step {
  readonly afterMs: number;
  write(script: ClaudeScript, round: number): void;
}

const STEPS: readonly Step[] = [
  { afterMs: 2500, write: (script, round) => void script.prompt(`Weigh the ships of pier ${round}.`) },
  { afterMs: 1500, write: (script) => void script.think('The list of ships first, then the scales.') },
  {
    afterMs: 1000,
    write: (script, round) => void script.call(`toolu_list_${round}`, 'Bash', { command: `ls piers/${round}` }),
  },
  {
    afterMs: 1800,
    write: (script, round) =>
      void script.result(`toolu_list_${round}`, 'heron\ntern', {
        structured: { stdout: 'heron\ntern', stderr: '', interrupted: false, isImage: false },
      }),
  },
  {
    afterMs: 800,
    write: (script, round) => {
      script.call(`toolu_a_${round}`, 'Read', { file_path: `${CWD}/piers/${round}/heron.md` });
      script.call(`toolu_b_${round}`, 'Grep', { pattern: 'weight', path: `piers/${round}` }, { together: true });
    },
  },
  {
    afterMs: 1400,
    write: (script, round) =>
      void script.result(`toolu_b_${round}`, 'Found 1 file\nheron.md', {
        structured: { mode: 'files_with_matches', filenames: ['heron.md'], numFiles: 1 },
      }),
  },
  {
    afterMs: 900,
    write: (script, round) =>
      void script.result(
        `toolu_a_${round}`,
        round % 3 === 0 ? '<tool_use_error>File does not exist.</tool_use_error>' : '     1→weight: 40 t',
        round % 3 === 0
          ? { isError: true }
          : {
              structured: {
                type: 'text',
                file: {
                  filePath: `${CWD}/piers/${round}/heron.md`,
                  content: 'weight: 40 t',
                  numLines: 1,
                  startLine: 1,
                  totalLines: 1,
                },
              },
            },
      ),
  },
  { afterMs: 1500, write: (script, round) => void script.say(`Pier ${round}: two ships, 40 t the heaviest.`) },
];

export class LiveDemo {
  readonly #path: string;
  readonly #script: ClaudeScript;
  readonly #now: () => number;
  #written = 0;
  #step = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string, now: () => number = Date.now) {
    this.#path = path;
    this.#now = now;
    this.#script = new ClaudeScript({ session: LIVE_SESSION, startMs: now(), cwd: CWD });
    this.#script.title('Weighing ships (live)');
    this.step();
  }

  /** Takes the next step now. */
  step(): void {
    const step = STEPS[this.#step % STEPS.length];
    this.#script.at(this.#now());
    step?.write(this.#script, 1 + Math.floor(this.#step / STEPS.length));
    this.#step++;
    const lines = this.#script.records.slice(this.#written).map((record) => `${JSON.stringify(record)}\n`);
    this.#written = this.#script.records.length;
    appendFileSync(this.#path, lines.join(''));
  }

  start(): void {
    const next = STEPS[this.#step % STEPS.length];
    this.#timer = setTimeout(() => {
      this.step();
      this.start();
    }, next?.afterMs ?? 1000);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
