// Turns Markdown into safe elements. Loaded when the first Markdown is shown: the two libraries are large.

import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { webAddress } from '../parts/link.tsx';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Parsing runs at about 6 MB per second. */
export const MARKDOWN_MAX = 200_000;

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    // HTML in a log is shown as text, never interpreted.
    html: ({ text }) => escaped(text),
    // An image would be fetched automatically, and reveal to a third party that the log is being read.
    image: ({ href, text }) =>
      `<span data-image="1">${escaped(text === '' ? 'image' : text)} (${escaped(href)})</span>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
});

const RULES = {
  ALLOWED_TAGS:
    'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i li ol p pre s span strong sub sup table tbody td th thead tr ul'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'start', 'class', 'align', 'data-image'],
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
};

/** Only classes that name a language are kept: others could imitate our own parts. */
function tidyClass(element: Element): void {
  const name = element.getAttribute('class');
  element.removeAttribute('class');
  if (element.hasAttribute('data-image')) element.setAttribute('class', 'ts-markdown__image');
  element.removeAttribute('data-image');
  if (element.tagName === 'CODE' && name?.startsWith('language-') === true) {
    element.setAttribute('data-language', name.slice('language-'.length));
  }
}

/** Links show their target, and are removed unless it is a web address. */
function tidyLink(element: Element): void {
  const url = webAddress(element.getAttribute('href') ?? '');
  if (url === null) {
    element.removeAttribute('href');
    return;
  }
  element.setAttribute('href', url.href);
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer nofollow');
  element.setAttribute('title', url.href);
  const words = element.textContent ?? '';
  if (words.includes(url.host)) return;
  const host = element.ownerDocument.createElement('span');
  host.className = 'ts-link__host';
  host.textContent = url.host;
  element.after(host);
}

export function renderMarkdown(text: string): DocumentFragment {
  const html = marked.parse(text, { async: false });
  const fragment = DOMPurify.sanitize(html, RULES);
  for (const element of fragment.querySelectorAll('*')) tidyClass(element);
  for (const link of fragment.querySelectorAll('a')) tidyLink(link);
  return fragment;
}
