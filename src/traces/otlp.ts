// Traces as OTLP/JSON: one ExportTraceServiceRequest on one line, as collectors accept it over HTTP and from files. Ids are
// hexadecimal, 64-bit numbers are texts, enums are numbers: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding

import { terminalJson } from '../base/terminal.ts';
import { type Attributes, type AttributeValue, attributes } from './attributes.ts';
import type { Moment } from './call-parts.ts';
import { nanosOf } from './known-time.ts';
import type { Span, SpanKind } from './spans.ts';
import { traceIdOf } from './trace-ids.ts';
import type { TracedSession } from './traced-session.ts';

const KIND_INTERNAL = 1;
const STATUS_ERROR = 2;

const PREFIXES: Readonly<Record<SpanKind, string>> = {
  session: 'invoke_agent ',
  thread: 'invoke_agent ',
  call: 'execute_tool ',
  hook: 'hook ',
  wait: '',
  run: '',
};

function anyValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value !== 'number') return { arrayValue: { values: value.map((text) => ({ stringValue: text })) } };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Each attribute has one type in all spans: times in milliseconds may have fractions, even if this one has none. */
function keyValue([key, value]: readonly [string, AttributeValue]): object {
  const isDouble = typeof value === 'number' && key.endsWith('.ms');
  return { key, value: isDouble ? { doubleValue: value } : anyValue(value) };
}

function keyValues(given: Attributes): object[] {
  return Object.entries(given).map(keyValue);
}

function eventOf({ name, at, attributes: told }: Moment): object {
  return { timeUnixNano: nanosOf(at), name, attributes: keyValues(told) };
}

function spanText(span: Span, traceId: string): string {
  const { kind, id, parent, name, from, to, error, moments } = span;
  return terminalJson({
    traceId,
    spanId: id,
    ...(parent === null ? {} : { parentSpanId: parent }),
    name: `${PREFIXES[kind]}${name}`,
    kind: KIND_INTERNAL,
    startTimeUnixNano: nanosOf(from),
    endTimeUnixNano: nanosOf(to),
    attributes: keyValues(span.attributes),
    ...(moments.length === 0 ? {} : { events: moments.map(eventOf) }),
    ...(error === null ? {} : { status: { code: STATUS_ERROR, message: error } }),
  });
}

export async function* otlpText(
  session: TracedSession,
  spans: AsyncIterable<readonly Span[]>,
): AsyncGenerator<readonly string[]> {
  const resource = {
    attributes: keyValues(attributes({ 'service.name': session.agent, 'service.version': session.fields.version })),
  };
  const scope = { name: 'toolscope' };
  yield [
    `{"resourceSpans":[{"resource":${terminalJson(resource)},"scopeSpans":[{"scope":${terminalJson(scope)},"spans":[`,
  ];
  const traceId = traceIdOf(session);
  let separator = '';
  for await (const batch of spans) {
    yield batch.map((span) => {
      const text = `${separator}${spanText(span, traceId)}`;
      separator = ',';
      return text;
    });
  }
  yield [']}]}]}\n'];
}
