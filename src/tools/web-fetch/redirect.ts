// The notice that a page has moved to another host.

const NOTICE = 'REDIRECT DETECTED';

export interface Redirect {
  readonly from: string | null;
  readonly to: string;
  readonly status: number | null;
}

function field(text: string, name: string): string | undefined {
  const at = text.indexOf(`${name}: `);
  if (at === -1) return undefined;
  const start = at + name.length + 2;
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? text.length : end).trim();
}

export function readRedirect(text: string): Redirect | undefined {
  if (!text.startsWith(NOTICE)) return undefined;
  const head = text.slice(0, 20_000);
  const to = field(head, 'Redirect URL');
  if (to === undefined) return undefined;
  const status = /^\d{3}/.exec(field(head, 'Status') ?? '')?.[0];
  return { from: field(head, 'Original URL') ?? null, to, status: status === undefined ? null : Number(status) };
}
