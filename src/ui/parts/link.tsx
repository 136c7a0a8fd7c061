// External links: only safe protocols, always with the host visible, never loaded automatically.

import './link.css';

const SAFE = ['http:', 'https:'];

/** The URL of a link; null if it is not valid, or must not be opened from a log. */
export function webAddress(address: string): URL | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  return SAFE.includes(url.protocol) ? url : null;
}

interface WebLinkProps {
  readonly url: string;
  /** Defaults to the address. */
  readonly title?: string | null | undefined;
}

export function WebLink({ url, title }: WebLinkProps) {
  const target = webAddress(url);
  const words = title === null || title === undefined || title === '' ? url : title;
  if (target === null) return <span class="ts-link">{words === url ? url : `${words} (${url})`}</span>;
  return (
    <span class="ts-link">
      <a href={target.href} target="_blank" rel="noopener noreferrer nofollow" title={target.href}>
        {words}
      </a>
      {words !== url && <span class="ts-link__host">{target.host}</span>}
    </span>
  );
}
