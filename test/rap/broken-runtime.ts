// Owns a small runtime that keeps the rules, except for the ones a test asks it to break.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterwards } from './harness.ts';

export interface Flaws {
  /** Takes whatever comes. */
  readonly takesUnmatched?: boolean;
  readonly putsStraysIntoNewestThread?: boolean;
  readonly countsTwice?: boolean;
  readonly lastWins?: boolean;
  readonly cutsText?: boolean;
  readonly showsDisplayToModel?: boolean;
  readonly refusesUnknownSegments?: boolean;
  readonly ignoresSubscriptions?: boolean;
  readonly subscribesAlways?: boolean;
  readonly takesEventsForEver?: boolean;
  readonly needsCallId?: boolean;
  readonly takesAnything?: boolean;
  readonly newestFirst?: boolean;
  readonly oauthCompletes?: boolean;
  readonly answers202?: boolean;
  readonly crashesOnLate?: boolean;
  readonly needsJsonText?: boolean;
  readonly dropsErrors?: boolean;
}

interface Call {
  state: 'pending' | 'done' | 'cancelled';
  subscription: 'active' | 'over' | null;
}

interface Entry {
  type: string;
  id: string;
  text: string;
  display: unknown;
  notes?: string[];
}

type Message = Record<string, unknown>;

class Thread {
  readonly calls = new Map<string, Call>();
  entries: Entry[] = [];
}

export class BrokenRuntime {
  readonly #flaws: Flaws;
  readonly #threads = new Map<string, Thread>();
  readonly #webhookIds = new Set<string>();
  readonly #counts = new Map<string, number>();
  #rejected = 0;
  #url = '';

  constructor(flaws: Flaws = {}) {
    this.#flaws = flaws;
  }

  async start(): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const [status, value] = this.#route(request.url ?? '', Buffer.concat(chunks), request.headers['webhook-id']);
        response.writeHead(status, {
          'content-type': 'application/json',
          ...(status === 429 ? { 'retry-after': '1' } : {}),
        });
        response.end(JSON.stringify(value));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    afterwards(() => {
      server.closeAllConnections();
      server.close();
    });
    this.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this.#url;
  }

  #route(path: string, body: Buffer, webhookId: unknown): [number, unknown] {
    const [, , , root, group = '', what, id = '', action] =
      path.split('?')[0]?.split('/').map(decodeURIComponent) ?? [];
    if (root === 'callback')
      return this.#callback(`${group}/${what}`, body, typeof webhookId === 'string' ? webhookId : null);
    if (root === 'rejections') return [200, { rejections: [{ number: this.#rejected }] }];
    const thread = this.#threads.get(group) ?? new Thread();
    if (what === 'invocations') {
      this.#threads.set(group, thread);
      const wanted: { id: string } = JSON.parse(body.toString());
      thread.calls.set(wanted.id, { state: 'pending', subscription: null });
      const callback_url = `${this.#url}/rap/v1/callback/${encodeURIComponent(group)}/${encodeURIComponent(wanted.id)}`;
      return [201, { group_id: group, id: wanted.id, callback_url }];
    }
    if (what === 'results')
      return [200, { items: this.#flaws.newestFirst ? thread.entries.toReversed() : thread.entries }];
    if (what === 'display') return [200, { items: thread.entries.map(({ display }) => ({ display })) }];
    if (what === 'subscriptions') {
      const active = [...thread.calls].filter(([, { subscription }]) => subscription === 'active');
      return [200, { calls: active.map(([callId]) => ({ id: callId, subscription: 'active' })) }];
    }
    const call = thread.calls.get(id);
    if (action === 'cancel' && call !== undefined) {
      if (call.state === 'pending') call.state = 'cancelled';
      if (call.subscription === 'active') call.subscription = 'over';
    }
    return [200, {}];
  }

  #callback(address: string, body: Buffer, webhookId: string | null): [number, unknown] {
    const count = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, count);
    if (count > 200) return [429, {}];
    const message = this.#parse(body);
    if (message === undefined) return this.#refuse(400);
    const id = String(message['type'] === 'subscription_event' ? message['tool_call_id'] : message['id']);
    const thread = this.#threads.get(String(message['group_id']));
    const call = thread?.calls.get(id);
    if (thread === undefined || call === undefined) return this.#stray(thread, id, message);
    switch (message['type']) {
      case 'tool_result':
        return this.#result(thread, call, id, message);
      case 'subscription_event':
        return this.#event(thread, call, id, message, webhookId);
      default:
        if (this.#flaws.oauthCompletes) this.#result(thread, call, id, { ...message, text: 'asked' });
        return [200, {}];
    }
  }

  #parse(body: Buffer): Message | undefined {
    try {
      const text = new TextDecoder('utf8', { fatal: !this.#flaws.takesAnything }).decode(body);
      const message: Message = JSON.parse(text);
      if (this.#flaws.takesAnything) return message;
      return this.#fits(message) ? message : undefined;
    } catch {
      return undefined;
    }
  }

  #fits(message: Message): boolean {
    if (Array.isArray(message) || typeof message !== 'object') return false;
    const { type, group_id, id, tool_call_id, text, subscription, auth_url, choices, call_id, display_as } = message;
    if (typeof group_id !== 'string' || typeof (type === 'subscription_event' ? tool_call_id : id) !== 'string')
      return false;
    if (this.#flaws.needsCallId && type === 'tool_result' && typeof call_id !== 'string') return false;
    if (this.#flaws.refusesUnknownSegments && JSON.stringify(display_as ?? []).includes('hologram')) return false;
    if (this.#flaws.needsJsonText && typeof text === 'string' && !text.startsWith('{"')) return false;
    if (type === 'tool_result')
      return typeof text === 'string' && ['boolean', 'undefined'].includes(typeof (subscription ?? false));
    if (type === 'subscription_event') return typeof text === 'string';
    if (type === 'oauth') return String(auth_url).startsWith('https:');
    return type === 'user_choice' && Array.isArray(choices) && choices.length > 0;
  }

  #refuse(status: number): [number, unknown] {
    this.#rejected++;
    return [status, {}];
  }

  #stray(thread: Thread | undefined, id: string, message: Message): [number, unknown] {
    const newest = [...this.#threads.values()].at(-1);
    if (this.#flaws.takesUnmatched && thread !== undefined) this.#add(thread, 'tool_result', id, message);
    if (this.#flaws.putsStraysIntoNewestThread && newest !== undefined) this.#add(newest, 'tool_result', id, message);
    return this.#refuse(404);
  }

  #result(thread: Thread, call: Call, id: string, message: Message): [number, unknown] {
    if (call.state === 'cancelled') return this.#flaws.crashesOnLate ? [500, {}] : this.#refuse(410);
    if (call.state === 'done' && !this.#flaws.countsTwice) {
      if (this.#flaws.lastWins)
        for (const entry of thread.entries) if (entry.id === id) entry.text = String(message['text']);
      return [200, {}];
    }
    call.state = 'done';
    if (message['subscription'] === true ? !this.#flaws.ignoresSubscriptions : this.#flaws.subscribesAlways) {
      const active = [...thread.calls.values()].filter(({ subscription }) => subscription === 'active').length;
      call.subscription = active < 100 ? 'active' : null;
    }
    if (!(this.#flaws.dropsErrors && String(message['text']).startsWith('Error')))
      this.#add(thread, 'tool_result', id, message);
    return [this.#flaws.answers202 ? 202 : 200, {}];
  }

  #event(thread: Thread, call: Call, id: string, message: Message, webhookId: string | null): [number, unknown] {
    if (webhookId !== null && this.#webhookIds.has(webhookId)) return [200, {}];
    if (call.subscription !== 'active' && !(this.#flaws.takesEventsForEver && call.subscription === 'over'))
      return this.#refuse(404);
    if (webhookId !== null) this.#webhookIds.add(webhookId);
    this.#add(thread, 'subscription_event', id, message);
    if (message['final'] === true) call.subscription = 'over';
    return [200, {}];
  }

  #add(thread: Thread, type: string, id: string, message: Message): void {
    const text = String(message['text']);
    const list = Array.isArray(message['display_as']) ? message['display_as'] : [];
    const known = list.find(
      ({ type: kind, content }) => kind === 'text' || (kind === 'diff' && typeof content === 'object'),
    );
    const short = this.#flaws.showsDisplayToModel && known !== undefined ? String(known.content) : text;
    thread.entries.push({
      type,
      id,
      text: this.#flaws.cutsText ? short.slice(0, 1000) : short,
      display: known ?? { type: 'text', content: text },
      ...(/[\0\u202e]/.test(text) ? { notes: ['hidden'] } : {}),
    });
  }
}
