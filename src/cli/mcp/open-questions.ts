// Answers the questions of `toolscope mcp` from this machine's index.

import { dataFolder } from '../../store/data-folder.ts';
import type { Invocation } from '../command.ts';
import { incompleteNote, type Library, scopeOf, withLibrary } from '../open-library.ts';
import { LocalQuestions } from './local-questions.ts';

export function openQuestions(invocation: Invocation, onStale: (error: unknown) => void): LocalQuestions {
  return new LocalQuestions({
    folder: dataFolder(),
    places: scopeOf(invocation).asked,
    refresh: (signal) => {
      const isIncomplete = async ({ index, places }: Library): Promise<boolean> =>
        index.indexer === undefined && (await incompleteNote(index.questions, places)) !== undefined;
      return withLibrary(invocation, isIncomplete, { isForgiving: true, signal });
    },
    onStale,
  });
}
