// A small runtime that follows the rules, and the ways in which animals of the zoo differ from it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { post } from '../harness.ts';

/** Each is a way to be wrong, or only unusual. */
export type Trait =
  | ('takesInventedIds' | 'straysIntoNewest' | 'ignoresGroup' | 'countsTwice' | 'lastWins' | 'countsSameTwice')
  | ('cutsText' | 'reserialisesJson' | 'trimsText' | 'showsDisplayToModel' | 'refusesUnknownSegments')
  | ('showsLastSegment' | 'showsNothingUnknown' | 'ignoresSubscriptions' | 'subscribesAlways' | 'subscribesTwice')
  | ('eventsAfterFinal' | 'eventsAfterCancel' | 'needsCallId' | 'needsCallIdField' | 'takesArrays' | 'takesNumbers')
  | ('takesAnyType' | 'takesMissingText' | 'newestFirst' | 'losesConcurrent' | 'crashesOnLate' | 'oauthCompletes')
  | ('refusesChoices' | 'needsJsonText' | 'dropsErrors' | 'answers202' | 'answers204' | 'refusesViews')
  | ('viewsAreResults' | 'refusesContent' | 'ignoresContent' | 'dropsImages' | 'eventIsResult' | 'logsNothing')
  | ('strayConsumes' | 'wrongChoiceId' | 'dismissSendsFirst' | 'showsNothing' | 'malformedKills')
  | ('later' | 'muchLater' | 'always200' | 'emptyBodies' | 'oneAddress' | 'ignoresDisplay' | 'textOnly' | 'ownIds')
  | ('threadsEvents' | 'onePending' | 'sanitises' | 'limitsRate' | 'echoesCallId' | 'showsLate' | 'refusesWith422')
  | ('limitsSubscriptions' | 'doesNotChoose');

type Message = Record<string, unknown>;

interface Call {
  readonly group: string;
  readonly id: string;
  readonly callId: unknown;
  state: 'pending' | 'done' | 'cancelled';
  subscription: 'active' | 'ended' | 'cancelled' | null;
  choice: { url: string; default: number } | null;
}

interface Entry {
  type: string;
  id: string;
  text: string;
  content?: unknown;
  display: unknown;
}

class Thread {
  entries: Entry[] = [];
  readonly calls = new Map<string, Call>();
  readonly active: string[] = [];
}

const isObject = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export class MiniRuntime {
  readonly #traits: ReadonlySet<Trait>;
  readonly #threads = new Map<string, Thread>();
  #rejected = 0;
  #posts = 0;
  #url = '';

  constructor(...traits: readonly Trait[]) {
    this.#traits = new Set(traits);
  }

  #is(trait: Trait): boolean {
    return this.#traits.has(trait);
  }

  async start(): Promise<{ readonly url: string; close(): void }> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const [status, value] = this.#route(request.url ?? '', Buffer.concat(chunks).toString());
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(this.#is('emptyBodies') && value === null ? '' : JSON.stringify(value));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const close = (): void => {
      server.closeAllConnections();
      server.close();
    };
    return { url: this.#url, close };
  }

  #route(path: string, body: string): [number, unknown] {
    const [, , , root, group = '', what, id = '', action] =
      path.split('?')[0]?.split('/').map(decodeURIComponent) ?? [];
    if (root === 'callback') return [this.#callback(body, what === undefined ? undefined : [group, what]), null];
    if (root === 'rejections') return [200, { rejections: [{ number: this.#rejected }] }];
    const thread = this.#threads.get(group) ?? new Thread();
    if (what === 'invocations') return this.#register(group, thread, JSON.parse(body));
    const shown = this.#is('showsNothing') ? [] : thread.entries;
    if (what === 'results') return [200, { items: this.#is('newestFirst') ? shown.toReversed() : shown }];
    if (what === 'display') return [200, { items: shown.map(({ display }) => ({ display })) }];
    if (what === 'subscriptions')
      return [200, { calls: thread.active.map((one) => ({ id: one, subscription: 'active' })) }];
    const call = thread.calls.get(id);
    if (action === 'cancel' && call !== undefined) this.#cancel(thread, call);
    if (action === 'choice' && call !== undefined) this.#choose(call, JSON.parse(body));
    return [200, {}];
  }

  #register(group: string, known: Thread, wanted: { id: string; call_id?: unknown }): [number, unknown] {
    if (this.#is('onePending') && [...known.calls.values()].some(({ state }) => state === 'pending')) return [409, {}];
    const own = this.#is('ownIds') && !group.startsWith('own-') ? `own-${group}` : group;
    const thread = this.#threads.get(own) ?? new Thread();
    this.#threads.set(own, thread);
    const id = this.#is('ownIds') ? `own-${wanted.id}` : wanted.id;
    const fresh = { group: own, id, callId: wanted.call_id ?? null, choice: null };
    thread.calls.set(id, { ...fresh, state: 'pending', subscription: null });
    const path = this.#is('oneAddress') ? '' : `${encodeURIComponent(own)}/${encodeURIComponent(id)}`;
    return [201, { group_id: own, id, callback_url: `${this.#url}/rap/v1/callback/${path}` }];
  }

  #cancel(thread: Thread, call: Call): void {
    if (call.state === 'pending') call.state = 'cancelled';
    else if (call.subscription === 'active') this.#unsubscribe(thread, call, 'cancelled');
  }

  #unsubscribe(thread: Thread, call: Call, state: 'ended' | 'cancelled'): void {
    call.subscription = state;
    const at = thread.active.indexOf(call.id);
    if (at !== -1) thread.active.splice(at, 1);
  }

  #choose({ id, choice }: Call, answer: Message): void {
    if (choice === null || this.#is('doesNotChoose')) return;
    const preset = this.#is('dismissSendsFirst') ? 0 : choice.default;
    const selected = answer['dismissed'] === true ? preset : answer['selected'];
    void post(choice.url, { id: this.#is('wrongChoiceId') ? 'other' : id, selected }).catch(() => undefined);
  }

  /** The status; what follows may come later. */
  #callback(body: string, address: readonly [string, string] | undefined): number {
    if (this.#is('limitsRate') && ++this.#posts % 40 === 0) return 503;
    const message = this.#parse(body);
    if (message === undefined) {
      const owner = address === undefined ? undefined : this.#threads.get(address[0])?.calls.get(address[1]);
      if (this.#is('malformedKills') && owner !== undefined) owner.state = 'cancelled';
      return this.#refuse(this.#is('refusesWith422') ? 422 : 400);
    }
    const delayMs = this.#is('later') ? 20 : this.#is('muchLater') ? 250 : 0;
    if (delayMs === 0) return this.#take(message);
    setTimeout(() => this.#take(message), delayMs);
    return 200;
  }

  #parse(body: string): Message | undefined {
    try {
      let value: unknown = JSON.parse(body);
      if (Array.isArray(value) && this.#is('takesArrays')) [value] = value;
      return isObject(value) && this.#fits(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  #fits(message: Message): boolean {
    const { type, group_id, text, content, display_as } = message;
    if (typeof group_id !== 'string') return false;
    if (type === 'view_update') return !this.#is('refusesViews');
    if (typeof message[type === 'subscription_event' ? 'tool_call_id' : 'id'] !== 'string') return false;
    if (type === 'oauth') return String(message['auth_url']).startsWith('https:');
    if (type === 'user_choice') return Array.isArray(message['choices']) && !this.#is('refusesChoices');
    if (type === 'subscription_event') return typeof text === 'string';
    if (type !== 'tool_result' && !this.#is('takesAnyType')) return false;
    if (this.#is('needsCallId') && typeof message['call_id'] !== 'string') return false;
    if (this.#is('needsCallIdField') && !('call_id' in message)) return false;
    if (this.#is('refusesUnknownSegments') && JSON.stringify(display_as ?? []).includes('hologram')) return false;
    if (this.#is('needsJsonText') && typeof text === 'string' && !text.startsWith('{"')) return false;
    if (content !== undefined) return !this.#is('refusesContent');
    if (text === undefined) return this.#is('takesMissingText');
    return typeof text === 'string' || this.#is('takesNumbers');
  }

  #refuse(status: number): number {
    if (!this.#is('logsNothing')) this.#rejected++;
    return this.#is('always200') ? 200 : status;
  }

  #find(group: string, id: string): Call | undefined {
    if (!this.#is('ignoresGroup')) return this.#threads.get(group)?.calls.get(id);
    return [...this.#threads.values()].flatMap(({ calls }) => calls.get(id) ?? [])[0];
  }

  #take(message: Message): number {
    const group = String(message['group_id']);
    if (message['type'] === 'view_update') return this.#view(group, message);
    const id = String(message[message['type'] === 'subscription_event' ? 'tool_call_id' : 'id']);
    const call = this.#find(group, id);
    const thread = this.#threads.get(call?.group ?? group);
    if (call === undefined || thread === undefined) return this.#stray(group, id, message);
    if (this.#is('echoesCallId') && 'id' in message && call.callId !== (message['call_id'] ?? null))
      return this.#refuse(400);
    switch (message['type']) {
      case 'subscription_event':
        return this.#event(thread, call, message);
      case 'user_choice':
        call.choice = { url: String(message['response_url']), default: Number(message['default']) };
        return 200;
      case 'oauth':
        if (this.#is('oauthCompletes')) this.#result(thread, call, { ...message, text: 'asked' });
        return 200;
      default:
        return this.#result(thread, call, message);
    }
  }

  #view(group: string, message: Message): number {
    const thread = this.#threads.get(group);
    if (thread === undefined) return this.#refuse(404);
    if (this.#is('viewsAreResults')) this.#add(thread, 'view', 'view', { text: JSON.stringify(message['content']) });
    return 200;
  }

  #stray(group: string, id: string, message: Message): number {
    const thread = this.#threads.get(group);
    const newest = [...this.#threads.values()].at(-1);
    if (this.#is('takesInventedIds') && thread !== undefined) this.#add(thread, 'tool_result', id, message);
    if (this.#is('straysIntoNewest') && thread === undefined && newest !== undefined)
      this.#add(newest, 'tool_result', id, message);
    if (this.#is('strayConsumes')) for (const call of thread?.calls.values() ?? []) call.state = 'cancelled';
    return this.#refuse(404);
  }

  #result(thread: Thread, call: Call, message: Message): number {
    if (call.state === 'cancelled' && !this.#is('showsLate'))
      return this.#is('crashesOnLate') ? 500 : this.#refuse(410);
    if (call.state === 'done' && !this.#is('countsTwice')) {
      const own = thread.entries.filter((entry) => entry.id === call.id && entry.type === 'tool_result');
      if (this.#is('lastWins')) for (const entry of own) entry.text = String(message['text']);
      if (this.#is('countsSameTwice') && own.some(({ text }) => text === message['text']))
        this.#add(thread, 'tool_result', call.id, message);
      if (this.#is('subscribesTwice') && message['subscription'] === true) thread.active.push(call.id);
      return 200;
    }
    this.#settle(thread, call, message);
    return this.#is('answers202') ? 202 : this.#is('answers204') ? 204 : 200;
  }

  #settle(thread: Thread, call: Call, message: Message): void {
    call.state = 'done';
    const wants = message['subscription'] === true ? !this.#is('ignoresSubscriptions') : this.#is('subscribesAlways');
    if (wants && (thread.active.length < 100 || !this.#is('limitsSubscriptions'))) {
      call.subscription = 'active';
      thread.active.push(call.id);
    }
    const isDropped = this.#is('dropsErrors') && String(message['text']).startsWith('Error');
    if (!isDropped) this.#add(thread, 'tool_result', call.id, message);
  }

  #event(thread: Thread, call: Call, message: Message): number {
    const isOpen =
      call.subscription === 'active' ||
      (call.subscription === 'ended' && this.#is('eventsAfterFinal')) ||
      (call.subscription === 'cancelled' && this.#is('eventsAfterCancel'));
    if (!isOpen) return this.#refuse(404);
    const isApart = this.#is('threadsEvents') && message['associative'] !== true;
    const type = this.#is('eventIsResult') ? 'tool_result' : 'subscription_event';
    if (!isApart) this.#add(thread, type, call.id, message);
    if (message['final'] === true) this.#unsubscribe(thread, call, 'ended');
    return 200;
  }

  #textOf({ text, content }: Message): string {
    if (!Array.isArray(content) || (this.#is('ignoresContent') && typeof text === 'string')) return String(text ?? '');
    return content
      .map((item: Message) => (item['type'] === 'text' ? item['text'] : this.#is('dropsImages') ? '' : '[image]'))
      .join('\n');
  }

  #forModel(message: Message, segment: Message | undefined): string {
    const text = this.#textOf(message);
    if (this.#is('showsDisplayToModel') && segment !== undefined) return JSON.stringify(segment['content']);
    if (this.#is('cutsText')) return text.slice(0, 1000);
    if (this.#is('trimsText')) return text.trim();
    if (this.#is('sanitises')) return text.replace(/[\u202e\u0007]/g, '');
    if (!this.#is('reserialisesJson')) return text;
    try {
      return JSON.stringify(JSON.parse(text));
    } catch {
      return text;
    }
  }

  #add(thread: Thread, type: string, id: string, message: Message): void {
    const given: Message[] = Array.isArray(message['display_as']) ? message['display_as'] : [];
    const list = this.#is('showsLastSegment') ? given.toReversed() : given;
    const types = this.#is('ignoresDisplay') ? [] : this.#is('textOnly') ? ['text'] : ['text', 'diff', 'image'];
    const known = list.find((segment) => types.includes(String(segment['type'])));
    const fallback = this.#is('showsNothingUnknown') && given.length > 0 ? '' : this.#textOf(message);
    const text = this.#forModel(message, known);
    const entry = { type, id, text, display: known ?? { type: 'text', content: fallback } };
    // Two at the same moment: the second begins from the state before the first.
    if (this.#is('losesConcurrent')) {
      const before = [...thread.entries];
      setTimeout(() => {
        thread.entries = [...before, entry];
      }, 15);
    } else thread.entries.push(entry);
  }
}
