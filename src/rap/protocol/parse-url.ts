// Parses URLs: absolute, http or https, without credentials inside.

export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** A URL that requests may be sent to. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = parseUrl(text);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}

/** `{base}/path`, whether or not the base ends with a slash. */
export function below(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path}`;
}
