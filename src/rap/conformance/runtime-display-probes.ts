// Probes of what people are shown instead of the raw text. A runtime may ignore display_as, and may support only some types.

import type { JsonObject } from '../../base/json.ts';
import { failed, judge, passed, unseen, type Verdict } from './finding.ts';
import type { RuntimeKit, RuntimeProbe } from './runtime-kit.ts';

const PATCH = '--- src/main.rs\n+++ src/main.rs\n@@ -1,2 +1,3 @@\n fn main() {\n+  println!("hello");\n }\n';
const DIFF = { type: 'diff', content: { path: 'src/main.rs', patch: PATCH } };
const LINE = { type: 'text', content: 'edit_file src/main.rs: 1 insertion' };
const UNKNOWN = { type: 'conformance-hologram', content: { depth: 3 } };
const RAW = 'Replaced text in src/main.rs';

interface Shown {
  readonly isTaken: boolean;
  readonly status: number;
  readonly item: JsonObject | undefined;
}

/** What is shown for a result with these segments; waits as long as for the result. */
async function shown(kit: RuntimeKit, display_as: unknown): Promise<Shown> {
  const call = await kit.pending();
  const { status } = await kit.post(call, kit.result(call, { text: RAW, display_as }));
  const isTaken = await kit.appears(call);
  const last = async (): Promise<JsonObject | undefined> => (await kit.driver.display?.(call.groupId))?.at(-1);
  if (isTaken && kit.driver.display !== undefined) await kit.waitFor(async () => (await last()) !== undefined);
  return { isTaken, status, item: await last() };
}

const NOTHING = unseen('The runtime does not show what people see.');
const IGNORED = unseen('The runtime shows the raw text always: it ignores display_as, as it may.');

async function ignoresDisplay(kit: RuntimeKit): Promise<boolean> {
  return (await shown(kit, [LINE])).item?.['content'] === RAW;
}

async function firstSupported(kit: RuntimeKit): Promise<Verdict> {
  if (kit.driver.display === undefined) return NOTHING;
  if (await ignoresDisplay(kit)) return IGNORED;
  const [one, two] = [(await shown(kit, [DIFF, LINE])).item, (await shown(kit, [LINE, DIFF])).item];
  const knowsDiff = one?.['type'] === 'diff';
  return judge(
    knowsDiff
      ? 'The first segment was shown, in either order.'
      : 'Of two segments the text was shown, in either order.',
    [two?.['content'] === LINE.content, `Of [text, diff] ${String(two?.['type'] ?? 'nothing')} was shown.`],
    [
      knowsDiff || one?.['content'] === LINE.content,
      `Of [diff, text] ${one?.['content'] === RAW ? 'the raw text' : String(one?.['type'] ?? 'nothing')} was shown.`,
    ],
  );
}

async function unknownSkipped(kit: RuntimeKit): Promise<Verdict> {
  const { isTaken, status, item } = await shown(kit, [UNKNOWN, LINE]);
  if (!isTaken) return failed(`A segment of an unknown type cost the whole result (status ${status}).`);
  if (kit.driver.display === undefined) return unseen('The result was taken; what people see is not shown.');
  if (await ignoresDisplay(kit)) return IGNORED;
  return judge('A segment of an unknown type was skipped, the next one shown.', [
    item?.['content'] === LINE.content,
    `After an unknown segment ${JSON.stringify(item ?? null)} was shown.`,
  ]);
}

async function rawTextLast(kit: RuntimeKit): Promise<Verdict> {
  if (kit.driver.display === undefined) return NOTHING;
  for (const display_as of [undefined, [UNKNOWN]]) {
    const { isTaken, item } = await shown(kit, display_as);
    if (!isTaken || item?.['content'] !== RAW)
      return failed(`With display_as ${JSON.stringify(display_as) ?? 'absent'} the raw text was not shown.`);
  }
  return passed('Without a known segment the raw text was shown.');
}

async function mayIgnore(kit: RuntimeKit): Promise<Verdict> {
  if (kit.driver.display === undefined) return passed('Whether display_as is used cannot be seen; it need not be.');
  return passed((await ignoresDisplay(kit)) ? 'display_as is ignored.' : 'display_as is used.');
}

export const DISPLAY_PROBES: Readonly<Record<string, RuntimeProbe>> = {
  'R-10': firstSupported,
  'R-11': unknownSkipped,
  'R-12': rawTextLast,
  'R-13': mayIgnore,
};
