// What the user changes on the pages and is kept: session marks and settings. Logs are never changed.

import type { IncomingMessage } from 'node:http';
import { markChange, type SessionMarkAnswer } from '../api/wire/session.ts';
import { type SettingsAnswer, settingsChange } from '../api/wire/settings.ts';
import { changeSettings, type FoundSettings, isSettingKey, readSettings, usableSettings } from '../config/settings.ts';
import { dataFolder } from '../store/data-folder.ts';
import { markSession } from '../user/session-marks.ts';
import { findSession } from './find-session.ts';
import { HttpProblem } from './problem.ts';
import { readJson } from './read-body.ts';
import type { ServedLibrary } from './served-library.ts';

const LARGEST = 256 * 1024;

function settingsOnWire(found: FoundSettings, canChange: boolean): SettingsAnswer {
  const { path, value, problems } = found;
  const { prices = {}, archive = true } = usableSettings(value);
  return {
    path,
    canChange,
    prices: { ...prices },
    archive,
    otherKeys: Object.keys(value).filter((key) => !isSettingKey(key)),
    problems: problems.map(({ at, message }) => ({ at, message })),
  };
}

export class UserRequests {
  readonly #library: ServedLibrary;
  readonly #folder: string | undefined;

  /** Without a folder nothing can be saved. */
  constructor(library: ServedLibrary, folder: string | undefined) {
    this.#library = library;
    this.#folder = folder;
  }

  async mark(request: IncomingMessage, parts: Readonly<Record<string, string>>): Promise<SessionMarkAnswer> {
    const { agent = '', session = '' } = parts;
    if (this.#folder === undefined) throw new HttpProblem(409, 'This server has no data folder to save marks in.');
    const change = markChange.safeParse(await readJson(request, LARGEST));
    if (!change.success) throw new HttpProblem(400, 'Nothing to change: give pinned, hidden or name.');
    const { pinned: isPinned, hidden: isHidden, name } = change.data;
    await findSession(this.#library, { agent, session });
    const mark = markSession(this.#folder, { agent, session }, { isPinned, isHidden, name });
    return { pinned: mark.isPinned, hidden: mark.isHidden, name: mark.name };
  }

  settings(): SettingsAnswer {
    return settingsOnWire(readSettings(dataFolder()), !this.#library.isDemo);
  }

  async changeSettings(request: IncomingMessage): Promise<SettingsAnswer> {
    if (this.#library.isDemo) throw new HttpProblem(409, 'The demo keeps nothing: start Toolscope without --demo.');
    const change = settingsChange.safeParse(await readJson(request, LARGEST));
    if (!change.success) {
      const told = change.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
      throw new HttpProblem(400, `Invalid settings: ${told.join('; ')}`);
    }
    return settingsOnWire(changeSettings(dataFolder(), change.data), true);
  }
}
