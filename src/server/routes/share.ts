// The answer that is a session as a file to give away.

import type { HandlerOf } from '../handler.ts';
import { gatherSession } from '../share/gather-session.ts';
import { shareHtml } from '../share/share-html.ts';
import { shareMarkdown } from '../share/share-markdown.ts';
import { turnsFrom } from '../share/turns-from.ts';

export const sessionShare: HandlerOf<'sessionShare'> = async ({ library, parts, query, signal }) => {
  const { format = 'html', turns, redact } = query;
  const { agent, session } = parts;
  const request = { agent, session, turns: turnsFrom(turns), allowSecrets: redact === '0' };
  const shared = await gatherSession(library, request, signal);
  const isHtml = format === 'html';
  return {
    body: { pieces: isHtml ? await shareHtml(shared) : [shareMarkdown(shared)] },
    // To be saved, never shown as a page of this server.
    type: isHtml ? 'application/octet-stream' : 'text/markdown; charset=utf-8',
    saveAs: `${session}.${format}`,
    headers: { 'toolscope-redaction': shared.redaction ?? 'not redacted' },
  };
};
