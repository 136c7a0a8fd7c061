// Pages published for the person: Artifact of Claude Code.

import { clip } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import { httpFailure, shortUrl } from '../http-status.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseText, looseTexts, orJsonText } from '../shapes.ts';
import { type ArtifactAsset, type ArtifactResult, artifactResults } from './artifact-results.ts';

export type * from './artifact-results.ts';

export interface ArtifactInput {
  /** publish, list, read, watch, upload_asset, … */
  readonly action: string;
  readonly url: string | null;
  readonly files: readonly string[];
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly prompt?: string | undefined;
  readonly assetId?: string | undefined;
  readonly force: boolean;
}

const claudeCode = defineDialect<ArtifactInput, ArtifactResult>({
  agent: 'claude-code',
  names: ['Artifact'],
  input: shape
    .object({
      action: looseText,
      url: looseText,
      file_path: looseText,
      file_paths: orJsonText(looseTexts),
      title: looseText,
      description: looseText,
      prompt: looseText,
      asset_id: looseText,
      force: looseFlag,
    })
    .transform(
      (raw): ArtifactInput => ({
        action: raw.action ?? 'publish',
        url: raw.url ?? null,
        files: raw.file_path === undefined ? raw.file_paths : [raw.file_path],
        title: raw.title,
        description: raw.description,
        prompt: raw.prompt,
        assetId: raw.asset_id,
        force: raw.force ?? false,
      }),
    ),
  structured: artifactResults,
  text: [{ kind: 'note', read: (content) => ({ kind: 'note', text: content }) }],
});

/** Of several files in one call some may fail and others may not even be attempted. */
function isDone(asset: ArtifactAsset): boolean {
  return asset.status !== 'failed' && asset.status !== 'not_attempted';
}

function told(result: ArtifactResult): string {
  switch (result.kind) {
    case 'published':
      return result.unchanged ? 'unchanged' : shortUrl(result.url);
    case 'listed':
      return plural(result.artifacts.length, 'artifact');
    case 'read':
      return result.status === null ? 'read' : String(result.status);
    case 'watch':
      return result.watching ? 'watching' : 'not watching';
    case 'watches':
      return plural(result.watches.length, 'watch', 'watches');
    case 'assets':
      return `${plural(result.assets.filter(isDone).length, 'asset')} ${result.action}`;
    case 'pin':
      return result.pinned ? 'pinned' : 'not pinned';
    default:
      return clip(result.text, 80);
  }
}

export const artifact = defineTool<ArtifactInput, ArtifactResult>({
  id: 'artifact',
  title: 'Artifact',
  family: 'web',
  dialects: [claudeCode],
  failures: [
    { code: 'version-conflict', blame: 'agent', pattern: /newer version|conflict|baseVersion/i },
    { code: 'file-missing', blame: 'agent', pattern: /does not exist|ENOENT|no such file/i },
    { code: 'not-read-yet', blame: 'agent', pattern: /[Rr]ead (?:it|the artifact) (?:first|before)/ },
    { code: 'too-large', blame: 'agent', pattern: /too large|exceeds? (?:the )?maximum|size limit/i },
  ],
  facts: ({ input, result }) => {
    const url = result !== null && 'url' in result ? result.url : (input?.url ?? undefined);
    return {
      ...(input?.files[0] === undefined ? {} : { path: input.files[0] }),
      ...(url === undefined ? {} : { url }),
      ...(result?.kind === 'read' && result.status !== null ? { httpStatus: result.status } : {}),
      ...(result?.kind === 'read' && result.bytes !== null ? { bytes: result.bytes } : {}),
      ...(result?.kind === 'listed' ? { matches: result.artifacts.length, truncated: result.truncated } : {}),
      ...(result?.kind === 'assets' ? { files: result.assets.length } : {}),
    };
  },
  summary: ({ input, result }) => {
    const about = input?.files[0] ?? (input?.url ? shortUrl(input.url) : (input?.title ?? ''));
    const what = `${input?.action ?? 'artifact'} ${about}`.trim();
    return result === null ? what : `${what} → ${told(result)}`;
  },
  target: (input) => [input.action, input.url, ...input.files].filter((part) => part !== null).join(' '),
  reportedMs: (result) => (result.kind === 'read' ? result.durationMs : null),
  quietFailure: (result) => {
    if (result.kind === 'read' && result.status !== null) {
      const failure = httpFailure(result.status);
      return failure === null ? null : { ...failure, message: `HTTP ${result.status}` };
    }
    if (result.kind !== 'assets') return null;
    const failed = result.assets.find((one) => !isDone(one));
    return failed === undefined
      ? null
      : { code: 'upload-failed', blame: 'environment', message: failed.message ?? 'An asset was not uploaded.' };
  },
});
