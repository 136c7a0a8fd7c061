// Tells whether anything that lists show was committed since the last question.

import { text } from '../../../base/row.ts';
import { askOne, type Steps } from '../../sql/steps.ts';

/** Another text after every change of a session, and every new piece of a text index. */
export function* dataVersion(): Steps<string> {
  const row = yield* askOne(
    `SELECT concat((SELECT max(seq) FROM changes), ' ', (SELECT max(place) FROM text_chunks), ' ',
       (SELECT last_value FROM text_groups), ' ',
       (SELECT count(*) FROM sessions)) AS version`,
  );
  return row === undefined ? '' : text(row, 'version');
}
