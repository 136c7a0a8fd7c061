// Tests the notifications of `toolscope tail -f --notify`: what began since the last check, for sessions that are not hidden,
// in text that a terminal cannot misread.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AttentionWatch, noticeText, terminalNotice } from '../../src/cli/notify.ts';
import { type LibraryIndex, openLibraryIndex } from '../../src/library/library-index.ts';
import { markSession, readMarks, SessionMarks } from '../../src/user/session-marks.ts';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const open: LibraryIndex[] = [];

afterEach(async () => {
  for (const index of open.splice(0)) await index.close();
});

/** A session whose log grows as the test says; every check is a minute after its last record. */
async function watched() {
  const log = new ClaudeLog(SID);
  log.prompt('tidy the shed');
  log.call('toolu_a', 'Bash', { command: 'make tidy' });
  const place = folderWith({ [`p/${SID}.jsonl`]: log.text() });
  const home = newFolder();
  const now = (): number => Date.parse(String(log.records.at(-1)?.['timestamp'])) + 60_000;
  const index = await openLibraryIndex(newFolder(), { now });
  open.push(index);
  let written = log.text().length;
  const watch = new AttentionWatch(index.questions, [place], () => readMarks(home));
  const look = async (): Promise<string[]> => {
    appendFileSync(join(place, 'p', `${SID}.jsonl`), log.text().slice(written));
    written = log.text().length;
    await index.indexer?.sweep([place]);
    const told = await watch.look(now());
    return told.map(({ what }) => what);
  };
  return { log, look, home };
}

describe('--notify', () => {
  it('tells when work is done, once', async () => {
    const { log, look } = await watched();
    expect(await look()).toEqual([]);
    log.result('toolu_a', 'tidy');
    log.say('The shed is tidy.');
    expect(await look()).toEqual(['done']);
    expect(await look()).toEqual([]);
  });

  it('tells when a question waits for an answer', async () => {
    const { log, look } = await watched();
    expect(await look()).toEqual([]);
    log.result('toolu_a', 'tidy');
    log.call('toolu_q', 'AskUserQuestion', { questions: [{ question: 'Which shelf?', options: [] }] });
    expect(await look()).toEqual(['answer']);
  });

  it('tells when the same fails again and again', async () => {
    const { log, look } = await watched();
    expect(await look()).toEqual([]);
    log.result('toolu_a', 'Exit code 2\nno rule', { isError: true });
    for (let i = 0; i < 8; i++) {
      log.call(`toolu_${i}`, 'Bash', { command: 'make tidy' });
      log.result(`toolu_${i}`, 'Exit code 2\nno rule', { isError: true });
    }
    log.call('toolu_z', 'Bash', { command: 'make tidy' });
    expect(await look()).toEqual(['loop']);
  });

  it('tells nothing of a hidden session', async () => {
    const { log, look, home } = await watched();
    await look();
    markSession(home, { agent: 'claude-code', session: SID }, { isHidden: true });
    log.result('toolu_a', 'tidy');
    log.say('The shed is tidy.');
    expect(await look()).toEqual([]);
  });

  it('says it in one harmless line', () => {
    const title = `a\u0007b\u001b]0;c\u0007\n${'d'.repeat(300)}`;
    const session = { agent: 'codex', id: 'x', title };
    const text = noticeText({ session, what: 'done' }, new SessionMarks([]));
    expect(text).toMatch(/^ab d+… is done$/);
    expect(terminalNotice(text)).toBe(`\u001b]9;${text}\u0007\u0007`);
  });
});
