// Preview of sharing a session: what would be masked, by rule, with examples, and words that the owner may want masked too.

import { basename } from 'node:path';
import { countTurns } from '../../api/shared-session.ts';
import type { SharePreview } from '../../api/wire/share.ts';
import { clip } from '../../base/text.ts';
import type { Finding } from '../../redaction/rule.ts';
import { maskedValue } from '../../search/log-secrets.ts';
import { findSession } from '../find-session.ts';
import type { ServedLibrary } from '../served-library.ts';
import { gatherWith } from './gather-session.ts';
import { type ShareRequest, sessionRedactor } from './session-redactor.ts';
import { callsOf } from './shrink.ts';

const MOST_EXAMPLES = 3;
const LONGEST_EXAMPLE = 60;

class Examples {
  readonly #rules = new Map<string, Pick<Finding, 'name' | 'kind'> & { readonly texts: Set<string> }>();

  readonly add = ({ rule, name, kind }: Finding, text: string): void => {
    const known = this.#rules.get(rule) ?? { name, kind, texts: new Set<string>() };
    this.#rules.set(rule, known);
    if (known.texts.size < MOST_EXAMPLES) known.texts.add(kind === 'secret' ? maskedValue(rule, text) : text);
  };

  of(rule: string): Pick<SharePreview['masked'][number], 'name' | 'kind' | 'examples'> {
    const { name, kind, texts } = this.#rules.get(rule) ?? { name: rule, kind: 'personal', texts: new Set<string>() };
    return { name, kind, examples: [...texts].map((text) => clip(text, LONGEST_EXAMPLE)) };
  }
}

/** The project's name and the branch: rules cannot know whether they are confidential. */
async function suggestionsFor(library: ServedLibrary, request: ShareRequest): Promise<string[]> {
  const fields = (await library.questions.sessions.detail(await findSession(library, request)))?.fields;
  const words = [basename((fields?.cwd ?? '').replaceAll('\\', '/')), fields?.gitBranch ?? ''];
  const masked = (request.mask ?? []).map((text) => text.toLowerCase());
  const isOpen = (word: string): boolean => word.length >= 4 && !masked.includes(word.toLowerCase());
  return words.filter((word) => isOpen(word) && !['main', 'master', 'develop'].includes(word));
}

export async function sharePreview(
  library: ServedLibrary,
  request: ShareRequest,
  signal: AbortSignal,
): Promise<SharePreview> {
  const examples = new Examples();
  const redactor = await sessionRedactor(library, { ...request, allowSecrets: false }, examples.add);
  const shared = await gatherWith(library, request, redactor, signal);
  const report = redactor?.report ?? { version: '', masked: {}, leftOut: {} };
  return {
    calls: callsOf(shared),
    turns: countTurns(shared.turns),
    masked: Object.entries(report.masked)
      .map(([rule, count]) => ({ rule, count, ...examples.of(rule) }))
      .sort((a, b) => Number(b.kind === 'secret') - Number(a.kind === 'secret')),
    leftOut: { ...report.leftOut },
    images: shared.images,
    suggestions: await suggestionsFor(library, request),
    rules: report.version,
  };
}
