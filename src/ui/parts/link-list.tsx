// A list of links found by a search.

import { WebLink } from './link.tsx';
import './link-list.css';

interface FoundLink {
  readonly title: string;
  readonly url: string | null;
  readonly snippet?: string | undefined;
  readonly age?: string | undefined;
}

export function LinkList({ links }: { readonly links: readonly FoundLink[] }) {
  return (
    <ol class="ts-links">
      {links.map(({ title, url, snippet, age }, index) => (
        <li key={index}>
          {url === null ? title : <WebLink url={url} title={title} />}
          {age !== undefined && <span class="ts-links__age"> {age}</span>}
          {snippet !== undefined && snippet !== '' && <div class="ts-links__snippet">{snippet}</div>}
        </li>
      ))}
    </ol>
  );
}
