// Shows Markdown: as plain text at once, formatted as soon as the parser is loaded.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Cut, CutNote } from '../text/cut.tsx';
import { highlightLines } from '../text/highlight.ts';
import { languageOfName } from '../text/languages.ts';
import '../parts/link.css';
import './markdown.css';

type Renderer = typeof import('./render-markdown.ts');

let loading: Promise<Renderer> | null = null;
let loaded: Renderer | null = null;

/** Code in the text is highlighted when its grammar is loaded. */
function colourCode(root: Element): void {
  for (const code of root.querySelectorAll('code[data-language]')) {
    const language = languageOfName(code.getAttribute('data-language'));
    const text = code.textContent ?? '';
    if (language === null) continue;
    highlightLines(text, language).then(
      (lines) => {
        if (lines === null || code.textContent !== text) return;
        const spans = lines.flatMap((tokens, index) => [
          ...(index === 0 ? [] : ['\n']),
          ...tokens.map(({ text: part, scope }) => {
            if (scope === null) return part;
            const span = document.createElement('span');
            span.className = `ts-token--${scope}`;
            span.textContent = part;
            return span;
          }),
        ]);
        code.replaceChildren(...spans);
      },
      () => undefined,
    );
  }
}

interface MarkdownProps {
  readonly text: string;
  readonly cut?: Cut | undefined;
}

export function Markdown({ text, cut }: MarkdownProps) {
  const box = useRef<HTMLDivElement>(null);
  const [renderer, setRenderer] = useState(loaded);
  useLayoutEffect(() => {
    if (renderer !== null) return undefined;
    let isWanted = true;
    loading ??= import('./render-markdown.ts');
    loading.then(
      (module) => {
        loaded = module;
        if (isWanted) setRenderer(module);
      },
      () => {
        loading = null;
      },
    );
    return () => {
      isWanted = false;
    };
  }, [renderer]);
  const isFormatted = renderer !== null && text.length <= renderer.MARKDOWN_MAX;
  useLayoutEffect(() => {
    if (!isFormatted || box.current === null) return;
    box.current.replaceChildren(renderer.renderMarkdown(text));
    colourCode(box.current);
  }, [isFormatted, renderer, text]);
  return (
    <>
      {isFormatted ? (
        <div key="formatted" class="ts-markdown" ref={box} />
      ) : (
        <div key="plain" class="ts-markdown ts-markdown--plain">
          {text}
        </div>
      )}
      {cut !== undefined && <CutNote shown={text.length} cut={cut} />}
    </>
  );
}
