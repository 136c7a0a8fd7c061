// A session as a file to share, and a preview of what would be masked in it.

import { Readable } from 'node:stream';
import type { HandlerOf } from '../handler.ts';
import { gatherSession } from '../share/gather-session.ts';
import { linesOf } from '../share/session-redactor.ts';
import { shareBundle } from '../share/share-bundle.ts';
import { shareHtml } from '../share/share-html.ts';
import { shareMarkdown } from '../share/share-markdown.ts';
import { sharePreview as preview } from '../share/share-preview.ts';
import { turnsFrom } from '../share/turns-from.ts';

export const sessionShare: HandlerOf<'sessionShare'> = async ({ library, parts, query, signal }) => {
  const { format = 'html', turns, redact, images, mask } = query;
  const { agent, session } = parts;
  const request = {
    agent,
    session,
    turns: turnsFrom(turns),
    allowSecrets: redact === '0',
    images: images !== '0',
    mask: linesOf(mask),
  };
  if (format === 'bundle') {
    const body = { stream: Readable.from(shareBundle(library, request, signal)) };
    return { body, type: 'application/zip', saveAs: `${session}.toolscope.zip` };
  }
  const shared = await gatherSession(library, request, signal);
  const isHtml = format === 'html';
  return {
    body: { pieces: isHtml ? await shareHtml(shared) : [shareMarkdown(shared)] },
    // A download, never shown as a page of this server.
    type: isHtml ? 'application/octet-stream' : 'text/markdown; charset=utf-8',
    saveAs: `${session}.${format}`,
    headers: { 'toolscope-redaction': shared.redaction ?? 'not redacted' },
  };
};

export const sharePreview: HandlerOf<'sharePreview'> = ({ library, parts, query, signal }) =>
  preview(library, { ...parts, mask: linesOf(query.mask) }, signal);
