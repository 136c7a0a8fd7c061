// Error responses of an object storage server: in words, and without keys.

import { AppError } from '../../base/app-error.ts';
import { systemCode } from '../../base/system-code.ts';

/** The text between two XML tags; undefined if there is none. */
export function tagged(xml: string, tag: string): string | undefined {
  const from = xml.indexOf(`<${tag}>`);
  const to = from === -1 ? -1 : xml.indexOf(`</${tag}>`, from);
  return to === -1 ? undefined : plainText(xml.slice(from + tag.length + 2, to));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plainText(xml: string): string {
  return xml.replaceAll(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

const MOST_CHARACTERS = 200;

/** Codes come from the server: letters only. */
function codeOf(status: number, body: string): string {
  const code = tagged(body, 'Code');
  return code !== undefined && /^\w{1,60}$/.test(code) ? code : `HTTP ${status}`;
}

/** There is no such object; the bucket exists. */
export function isNoObject(status: number, body: string): boolean {
  return status === 404 && tagged(body, 'Code') !== 'NoSuchBucket';
}

/** `place` in a form that may be shown. */
export function objectError(place: string, status: number, body: string): AppError {
  const code = codeOf(status, body);
  if (code === 'NoSuchBucket') return new AppError('store-unusable', `${place}: there is no such bucket.`);
  if (status === 401 || status === 403) {
    return new AppError('store-unusable', `${place} refuses these keys: ${code}.`, {
      hint: 'Look at AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and what the keys may do.',
    });
  }
  const region = tagged(body, 'Region');
  if (status === 301 || (region !== undefined && /^[\w-]{1,40}$/.test(region))) {
    const hint = region === undefined ? 'Set AWS_REGION.' : `Set AWS_REGION=${region}.`;
    return new AppError('store-unusable', `${place} is in another region: ${code}.`, { hint });
  }
  return new AppError('store-unusable', `${place} answers ${code}.`);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer';
  const { cause } = error;
  const code = systemCode(cause);
  return (code ?? (cause instanceof Error ? cause.message : error.message)).slice(0, MOST_CHARACTERS);
}

export function unreachable(place: string, error: unknown): AppError {
  return new AppError('store-unusable', `${place} cannot be reached: ${reasonOf(error)}.`);
}
