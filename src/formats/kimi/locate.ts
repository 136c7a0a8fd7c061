// Where Kimi CLI and Kimi Code keep their logs, and what a path says about a file.

import { trimEndOf } from '../../base/text.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileRole, Root, Surroundings } from '../format.ts';

export const AGENT = 'kimi';
export const CODE_AGENT = 'kimi-code';

function rootAt(agent: string, variable: string, folder: string): (surroundings: Surroundings) => readonly Root[] {
  return ({ env, home }) => {
    const configured = env[variable];
    const isSet = configured !== undefined && configured !== '';
    const base = isSet ? trimEndOf(configured, '/\\') : `${home}/${folder}`;
    return [{ path: `${base}/sessions`, agent, from: isSet ? variable : 'default' }];
  };
}

/** `$KIMI_SHARE_DIR` replaces `~/.kimi`. */
export const roots = rootAt(AGENT, 'KIMI_SHARE_DIR', '.kimi');
/** `$KIMI_CODE_HOME` replaces `~/.kimi-code`. */
export const codeRoots = rootAt(CODE_AGENT, 'KIMI_CODE_HOME', '.kimi-code');

interface Place {
  readonly session: string;
  readonly thread: string;
}

const WIRE = /(?:^|[/\\])([^/\\]+)[/\\](?:subagents[/\\]([^/\\]+)[/\\])?wire\.jsonl$/;
const CODE_WIRE = /(?:^|[/\\])([^/\\]+)[/\\]agents[/\\]([^/\\]+)[/\\]wire\.jsonl$/;
/** Folders of projects are named by a hash in the one, and by `wd_…` in the other. */
const OWN = /[/\\]sessions[/\\](?!wd_)[^/\\]+[/\\]([^/\\]+)[/\\]([^/\\]+(?:[/\\].*)?)$/;
const CODE_OWN = /[/\\]sessions[/\\]wd_[^/\\]+[/\\]([^/\\]+)[/\\]([^/\\]+(?:[/\\].*)?)$/;
const CONTEXT = /(?:^|[/\\])context(?:_\d+)?\.jsonl$/;
const HOME = /[/\\]\.kimi[/\\]sessions[/\\]/;
const CODE_HOME = /[/\\]\.kimi-code[/\\]sessions[/\\]/;

/** A session is a folder; its subagents have folders inside. */
export function placeOf(path: string): Place | undefined {
  const [, session, agent] = WIRE.exec(path) ?? [];
  return session === undefined ? undefined : { session, thread: agent ?? MAIN_THREAD };
}

export function codePlaceOf(path: string): Place | undefined {
  const [, session, thread] = CODE_WIRE.exec(path) ?? [];
  return session === undefined || thread === undefined ? undefined : { session, thread };
}

export function sessionOfState(path: string): string | undefined {
  const [, session, rest] = OWN.exec(path) ?? CODE_OWN.exec(path) ?? [];
  return rest === 'state.json' ? session : undefined;
}

function roleIn(own: RegExp, home: RegExp, placeAt: typeof placeOf): (path: string) => FileRole | undefined {
  return (path) => {
    const rest = own.exec(path)?.[2];
    if (rest === undefined) return undefined;
    if (rest === 'state.json') return { kind: 'side', what: 'state' };
    if (CONTEXT.test(rest)) return { kind: 'skip', reason: 'the context of the model, which repeats the log' };
    if (!home.test(path)) return undefined;
    const place = placeAt(path);
    if (place !== undefined) return { kind: 'log', ...place };
    return { kind: 'skip', reason: 'a file of the session, and not its log' };
  };
}

export const role = roleIn(OWN, HOME, placeOf);
export const codeRole = roleIn(CODE_OWN, CODE_HOME, codePlaceOf);
