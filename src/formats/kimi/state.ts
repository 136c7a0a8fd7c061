// `state.json`, next to the logs of a session: its title, and its folder.

import { asBoolean, asName, asObject } from '../../base/json.ts';
import { MAIN_THREAD, type Observation, type SessionFields } from '../../model/observation.ts';
import type { OpenFile } from '../format.ts';

/** Titles not given by a person come from the first prompt, or from the model. */
function fieldsOf(value: unknown): SessionFields {
  const state = asObject(value) ?? {};
  const own = asName(state['title']);
  const title = own ?? asName(state['custom_title']);
  const cwd = asName(state['workDir']);
  const isPersons = asBoolean(state['isCustomTitle']) === true;
  const isModels = asBoolean(state['title_generated']) === true;
  return {
    ...(title === undefined ? {} : { title, titleBy: isPersons ? 'user' : isModels ? 'model' : 'summary' }),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

export function readState(file: OpenFile, _what: string, value: unknown): Observation[] {
  const fields = fieldsOf(value);
  if (Object.keys(fields).length === 0) return [];
  const ref = { source: file.source, line: 1, offset: 0, length: 0 };
  return [{ kind: 'session-described', ref, at: null, thread: MAIN_THREAD, fields }];
}
