// Parses the options of the RAP runtime, for `toolscope serve` and `toolscope rap serve`.

import { readFileSync } from 'node:fs';
import { AppError } from '../../base/app-error.ts';
import { asName, isObject, parseJson } from '../../base/json.ts';
import { DAY_MS } from '../../base/time.ts';
import type { MountOptions } from '../../rap/http/mount.ts';
import type { Credential } from '../../rap/outbound/credentials.ts';
import { LIMITS } from '../../rap/runtime/limits.ts';
import type { Invocation } from '../command.ts';
import { choiceOption, textOption, textOptions } from '../option-values.ts';
import { wholeNumber } from './rap-options.ts';

const { callbackRate } = LIMITS;

function credentialOf(value: unknown): Credential {
  const base = isObject(value) ? asName(value['base']) : undefined;
  if (!isObject(value) || base === undefined)
    throw new AppError('bad-usage', 'Each credential needs the base address of a tool server.');
  const bearer = asName(value['bearer']);
  const keys = Array.isArray(value['webhookKeys']) ? value['webhookKeys'].filter((key) => typeof key === 'string') : [];
  return { base, webhookKeys: keys, ...(bearer === undefined ? {} : { bearer }) };
}

function readCredentials(path: string | undefined): Credential[] {
  if (path === undefined) return [];
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new AppError('path-unreadable', `${path} cannot be read.`, { cause: error });
  }
  const parsed = parseJson(content);
  if (!parsed.ok || !Array.isArray(parsed.value))
    throw new AppError('bad-usage', `${path} must hold a JSON list of {base, bearer, webhookKeys}.`);
  return parsed.value.map(credentialOf);
}

/** `hasPerson`: there is a dashboard in the same process, where a person can be asked. */
export function runtimeOptions(
  invocation: Invocation,
  { hasPerson }: { readonly hasPerson: boolean },
): Omit<MountOptions, 'dataFolder'> {
  const publicUrl = textOption(invocation, 'public-url');
  const agentToken = asName(process.env['TOOLSCOPE_RAP_TOKEN']);
  const keys = (process.env['TOOLSCOPE_RAP_WEBHOOK_KEYS'] ?? '').split(/\s+/).filter((key) => key !== '');
  const burst = wholeNumber(invocation, 'callback-burst', 1_000_000) ?? callbackRate.burst;
  const perSecond = wholeNumber(invocation, 'callback-rate', 1_000_000) ?? callbackRate.perSecond;
  if (burst < 1 || perSecond < 1)
    throw new AppError('bad-usage', '--callback-burst and --callback-rate must be at least 1.');
  const days = wholeNumber(invocation, 'retention', 36_500);
  const refusal = (given: string): string => `${given} is no such choice.`;
  const confirm = choiceOption(invocation, 'confirm', ['destructive', 'never'], refusal);
  const unmatched = choiceOption(invocation, 'unmatched', ['refuse', '200'], refusal);
  return {
    allow: textOptions(invocation, 'allow'),
    credentials: readCredentials(textOption(invocation, 'credentials')),
    webhookKeys: keys,
    requireSignature: invocation.options['require-signature'] === true,
    unmatched: unmatched === '200' ? 'accept' : 'refuse',
    confirmDestructive: confirm === undefined ? hasPerson : confirm === 'destructive',
    eventThreads: invocation.options['event-threads'] === true,
    limits: { callbackRate: { burst, perSecond } },
    ...(days === undefined ? {} : { retentionMs: days * DAY_MS }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(agentToken === undefined ? {} : { agentToken }),
  };
}
