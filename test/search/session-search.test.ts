// Tests search by session: what ranks before what, words that stand apart, what is folded, facets, and a session whose
// logs are more than may be read at once.

import { afterEach, describe, expect, it } from 'vitest';
import { type LibraryIndex, openLibraryIndex } from '../../src/library/library-index.ts';
import { LibrarySearch } from '../../src/search/library-search.ts';
import type { SessionsFound, SessionsRequest } from '../../src/search/session-search.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { writingOf } from '../support/tables.ts';

const NOW = Date.UTC(2026, 2, 30, 9);
const DAY = 86_400_000;

/** Sessions by a letter, each begun a day after the one before. */
function sessionId(letter: string): string {
  return `${letter.repeat(8)}-2222-4333-8444-555555555555`;
}

type Story = (log: ClaudeLog) => void;

function library(stories: Readonly<Record<string, Story>>): string {
  const files = Object.entries(stories).map(([letter, tell], i) => {
    const log = new ClaudeLog(sessionId(letter), { cwd: `/home/dev/${letter}` }).wait(i * DAY);
    tell(log);
    return [`p/${sessionId(letter)}.jsonl`, log.text()];
  });
  return folderWith(Object.fromEntries(files));
}

const open: LibraryIndex[] = [];

afterEach(async () => {
  for (const index of open.splice(0)) await index.close();
});

async function searching(stories: Readonly<Record<string, Story>>, { withTexts = true } = {}) {
  const place = library(stories);
  const index = await openLibraryIndex(await storeIn(newFolder()), { now: () => NOW });
  open.push(index);
  await index.indexer?.sweep([place]);
  if (withTexts) await new TextIndexWriter(writingOf(index), index.open, { isEager: true }).catchUp();
  const search = new LibrarySearch(index.questions, index.open);
  return (query: string, more: Partial<SessionsRequest> = {}): Promise<SessionsFound> =>
    search.sessions({ query, places: [place], limit: 100, now: NOW, ...more });
}

function brief({ groups }: SessionsFound): string[] {
  return groups.map(({ session, role, isTogether }) => `${session.slice(0, 1)} ${role}${isTogether ? '' : ' apart'}`);
}

const said =
  (text: string): Story =>
  (log) => {
    log.prompt('Good morning.');
    log.say(text);
  };

const asked =
  (text: string): Story =>
  (log) => {
    log.prompt(text);
    log.say('Done.');
  };

const ran =
  (command: string, result: string): Story =>
  (log) => {
    log.prompt('Good evening.');
    log.call('toolu_a', 'Bash', { command });
    log.result('toolu_a', result);
  };

describe('search by session', () => {
  it.each([true, false])('has prompts and answers before tools, however old (text index: %s)', async (withTexts) => {
    const search = await searching(
      {
        a: asked('mend the heron weir'),
        b: said('The heron weir is mended now.'),
        c: ran('cat notes', 'a heron weir in a list'),
        d: ran('ls', 'nothing of that kind'),
      },
      { withTexts },
    );
    expect(brief(await search('heron weir'))).toEqual(['a prompt', 'b answer', 'c result']);
  });

  it('has the newest first of sessions that fit equally well', async () => {
    const search = await searching({ a: asked('paint the gate, first'), b: asked('paint the gate, again') });
    expect(brief(await search('paint gate'))).toEqual(['b prompt', 'a prompt']);
  });

  it('has words side by side before words far apart, and words before pieces of words', async () => {
    const search = await searching({
      a: asked('otter ferry'),
      b: asked(`otter ${'and so on '.repeat(30)} ferry`),
      c: asked('the otterhound took the ferryboat'),
    });
    expect(brief(await search('otter ferry'))).toEqual(['a prompt', 'c prompt', 'b prompt']);
  });

  it('finds words in different records of a session, after words in one', async () => {
    const search = await searching({
      a: (log) => {
        log.prompt('draw the lantern');
        log.say('Which one?');
        log.prompt('that at the quayside');
      },
      b: said('No lantern at the quayside.'),
      c: asked('lantern only'),
    });
    expect(brief(await search('lantern quayside'))).toEqual(['b answer', 'a prompt apart']);
  });

  it('has what only stands beside what was said last: folders, branches, ids', async () => {
    const search = await searching({ b: asked('the heron again'), heron: asked('something else') });
    expect(brief(await search('heron'))).toEqual(['b prompt', 'h other']);
  });

  it('leaves out records with words that must not be there', async () => {
    const search = await searching({ a: asked('moss and fern'), b: asked('moss and slate') });
    expect(brief(await search('moss -slate'))).toEqual(['a prompt']);
  });

  it('folds sessions that say the same into one', async () => {
    const search = await searching({
      a: asked('review the harbour plan'),
      b: asked('review the harbour plan'),
      c: asked('review the harbour plan'),
    });
    const { groups, total } = await search('harbour plan');
    expect(total).toBe(1);
    expect(groups.map(({ session, alike }) => [session[0], alike.map((one) => one.session[0])])).toEqual([
      ['c', ['b', 'a']],
    ]);
  });

  it('counts by what can be narrowed down, and narrows down by kind of text', async () => {
    const search = await searching({
      a: asked('heron one'),
      b: ran('grep heron', 'nothing'),
      c: ran('cat birds', 'a heron, too'),
    });
    const { facets } = await search('heron');
    expect(Object.fromEntries(Object.entries(facets).map(([name, counts]) => [name, [...counts]]))).toEqual({
      role: [
        ['prompt', 1],
        ['input', 1],
        ['result', 1],
      ],
      tool: [['Bash', 2]],
      agent: [['claude-code', 3]],
      project: [
        ['/home/dev/a', 1],
        ['/home/dev/b', 1],
        ['/home/dev/c', 1],
      ],
      month: [[expect.stringMatching(/^2026-\d\d$/), 3]],
    });
    expect(brief(await search('heron', { role: 'result' }))).toEqual(['c result']);
    expect(brief(await search('heron tool:Bash'))).toHaveLength(2);
    expect(brief(await search('heron project:/home/dev/a'))).toEqual(['a prompt']);
  });

  it('pages through the same order', async () => {
    const stories = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((one) => [one, asked(`stone number ${one}`)]));
    const search = await searching(stories);
    const all = brief(await search('stone number'));
    const parts = [await search('stone number', { limit: 2 }), await search('stone number', { skip: 2, limit: 3 })];
    expect(parts.flatMap(brief)).toEqual(all);
    expect(parts.map(({ total }) => total)).toEqual([5, 5]);
  });

  it('finds the prompt at the beginning of a long log, and says what it did not look into', async () => {
    const filler = 'kelp and shingle '.repeat(1200);
    const long: Story = (log) => {
      log.prompt('count the kelp');
      for (let i = 0; i < 120; i++) {
        log.call(`toolu_${i}`, 'Bash', { command: `echo ${i}` });
        log.result(`toolu_${i}`, `${filler}${i}`);
      }
    };
    const letters = [...'abcdef'];
    const search = await searching(Object.fromEntries(letters.map((letter) => [letter, long])));
    const quick = await search('kelp');
    expect([...new Set(quick.groups.map(({ role }) => role))]).toEqual(['prompt']);
    const part = await search('shingle', { workBytes: 4e6 });
    expect(part.lookedInto).toBeLessThan(part.mayHold);
    expect(part.mayHold).toBe(letters.length);
    expect((await search('kelp shingle nowhere')).groups).toEqual([]);
    const all = await search('kelp shingle', { workBytes: Number.POSITIVE_INFINITY });
    expect([all.lookedInto, all.mayHold]).toEqual([letters.length, letters.length]);
  });

  it('counts a session as left out where the words may be in what it did not look at', async () => {
    const search = await searching({
      a: (log) => {
        log.prompt('look at the birds');
        for (let i = 0; i < 10; i++) {
          log.call(`toolu_${i}`, 'Bash', { command: `echo ${i}` });
          // Looked at from the beginning, then from the end: this one would be the last.
          log.result(`toolu_${i}`, `gull ${i === 4 ? 'beak' : 'wing'} ${'sand '.repeat(6000 + 100 * i)}`);
        }
      },
    });
    const quick = await search('gull -wing');
    expect([quick.total, quick.lookedInto, quick.mayHold]).toEqual([0, 0, 1]);
    const all = await search('gull -wing', { workBytes: Number.POSITIVE_INFINITY });
    expect([brief(all), all.lookedInto, all.mayHold]).toEqual([['a result'], 1, 1]);
  });

  it('refuses a query that cannot be read', async () => {
    const search = await searching({ a: asked('x') });
    await expect(search('tool:Bash')).rejects.toThrow('no text to look for');
  });
});
