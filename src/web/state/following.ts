// Asks a question again after changes of the library, but not after every one.

import { useEffect } from 'preact/hooks';
import type { Question } from './api.ts';
import { onChange } from './live.ts';

/** `pauseMs`: the shortest time between two requests. */
export function useFollowing(question: Question<unknown>, pauseMs: number): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = onChange(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        question.again();
      }, pauseMs);
    });
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, [question]);
}
