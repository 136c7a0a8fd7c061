// Owns the probes of rules: what people are shown instead of the raw text.

import type { JsonObject } from '../../base/json.ts';
import { judge, passed, unseen, type Verdict } from './finding.ts';
import type { RuntimeKit, RuntimeProbe } from './runtime-kit.ts';

const PATCH = '--- src/main.rs\n+++ src/main.rs\n@@ -1,2 +1,3 @@\n fn main() {\n+  println!("hello");\n }\n';
const DIFF = { type: 'diff', content: { path: 'src/main.rs', patch: PATCH } };
const LINE = { type: 'text', content: 'edit_file src/main.rs: 1 insertion' };
const UNKNOWN = { type: 'conformance-hologram', content: { depth: 3 } };
const RAW = 'Replaced text in src/main.rs';

/** What is shown for a result with these segments; undefined when the runtime shows nothing to us. */
async function shown(kit: RuntimeKit, display_as: unknown): Promise<JsonObject | undefined> {
  const call = await kit.pending();
  await kit.post(call, kit.result(call, { text: RAW, display_as }));
  return (await kit.driver.display?.(call.groupId))?.at(-1);
}

const NOTHING = unseen('The runtime does not show what people see.');

async function firstSupported(kit: RuntimeKit): Promise<Verdict> {
  if (kit.driver.display === undefined) return NOTHING;
  const [one, two] = [await shown(kit, [DIFF, LINE]), await shown(kit, [LINE, DIFF])];
  return judge(
    'The first segment was shown, in either order.',
    [one?.['type'] === 'diff', `Of [diff, text] ${String(one?.['type'] ?? 'nothing')} was shown.`],
    [two?.['content'] === LINE.content, `Of [text, diff] ${String(two?.['type'] ?? 'nothing')} was shown.`],
  );
}

async function unknownSkipped(kit: RuntimeKit): Promise<Verdict> {
  if (kit.driver.display === undefined) {
    const call = await kit.pending();
    const { status } = await kit.post(call, kit.result(call, { display_as: [UNKNOWN, LINE] }));
    const taken = (await kit.resultsOf(call)).length === 1;
    return taken
      ? unseen('The result was taken; the runtime does not show what people see.')
      : { pass: false, seen: `A segment of an unknown type cost the whole result (status ${status}).` };
  }
  const item = await shown(kit, [UNKNOWN, LINE]);
  return judge('A segment of an unknown type was skipped, the next one shown.', [
    item?.['content'] === LINE.content,
    `After an unknown segment ${JSON.stringify(item ?? null)} was shown.`,
  ]);
}

async function rawTextLast(kit: RuntimeKit): Promise<Verdict> {
  if (kit.driver.display === undefined) return NOTHING;
  for (const display_as of [[UNKNOWN], [], undefined, [{ type: 'diff', content: 'broken' }]]) {
    const item = await shown(kit, display_as);
    if (item?.['content'] !== RAW)
      return { pass: false, seen: `With ${JSON.stringify(display_as)} not the raw text was shown.` };
  }
  return passed('Without a known segment the raw text was shown.');
}

async function mayIgnore(kit: RuntimeKit): Promise<Verdict> {
  if (kit.driver.display === undefined) return passed('Whether display_as is used cannot be seen; it need not be.');
  const item = await shown(kit, [DIFF, LINE]);
  return passed(item?.['content'] === RAW ? 'display_as is ignored.' : 'display_as is used.');
}

export const DISPLAY_PROBES: Readonly<Record<string, RuntimeProbe>> = {
  'R-10': firstSupported,
  'R-11': unknownSkipped,
  'R-12': rawTextLast,
  'R-13': mayIgnore,
};
