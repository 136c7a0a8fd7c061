// Owns what the probes of a runtime share: fresh calls in threads of their own, and messages about them.

import { randomBytes } from 'node:crypto';
import type { Verdict } from './finding.ts';
import { type ProbeAnswer, probe, probeJson } from './http-probe.ts';
import type { ModelEntry, PendingCall, RuntimeDriver } from './runtime-driver.ts';

export type RuntimeProbe = (kit: RuntimeKit) => Promise<Verdict>;

export class RuntimeKit {
  readonly driver: RuntimeDriver;
  readonly #run = randomBytes(6).toString('hex');
  #threads = 0;
  #calls = 0;

  constructor(driver: RuntimeDriver) {
    this.driver = driver;
  }

  newGroup(): string {
    return `conformance-${this.#run}-${++this.#threads}`;
  }

  pending(groupId = this.newGroup(), fields: { id?: string; callId?: string } = {}): Promise<PendingCall> {
    const id = fields.id ?? `call-${this.#run}-${++this.#calls}`;
    return this.driver.register({ groupId, id, ...(fields.callId === undefined ? {} : { callId: fields.callId }) });
  }

  result(call: PendingCall, fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return { type: 'tool_result', group_id: call.groupId, id: call.id, text: 'conformance result', ...fields };
  }

  event(call: PendingCall, text: string, fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return { type: 'subscription_event', group_id: call.groupId, tool_call_id: call.id, text, ...fields };
  }

  post(call: PendingCall, message: unknown, headers: Readonly<Record<string, string>> = {}): Promise<ProbeAnswer> {
    return probeJson(call.callbackUrl, message, headers);
  }

  postRaw(call: PendingCall, body: string | Buffer, contentType = 'application/json'): Promise<ProbeAnswer> {
    return probe('POST', call.callbackUrl, body, { 'content-type': contentType });
  }

  results(call: PendingCall): Promise<ModelEntry[]> {
    return this.driver.results(call.groupId);
  }

  /** Results of one call. */
  async resultsOf(call: PendingCall): Promise<ModelEntry[]> {
    return (await this.results(call)).filter(({ type, id }) => type === 'tool_result' && id === call.id);
  }
}
