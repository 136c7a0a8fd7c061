// Highlights code after it is on the screen, and never for a text that has been replaced meanwhile.

import { useEffect, useState } from 'preact/hooks';
import { highlightLines, type Token } from './highlight.ts';
import type { Language } from './languages.ts';

interface Coloured {
  readonly text: string;
  readonly language: Language;
  readonly lines: readonly (readonly Token[])[] | null;
}

/** Tokens by line once they are ready; null before, and for texts in no known language. */
export function useHighlight(text: string, language: Language | null): readonly (readonly Token[])[] | null {
  const [coloured, setColoured] = useState<Coloured | null>(null);
  useEffect(() => {
    if (language === null || text === '') return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      highlightLines(text, language).then(
        (lines) => {
          if (wanted) setColoured({ text, language, lines });
        },
        // If a grammar cannot be loaded, the text stays plain.
        () => undefined,
      );
    });
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, language]);
  return coloured !== null && coloured.text === text && coloured.language === language ? coloured.lines : null;
}
