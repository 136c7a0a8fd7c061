// Props of a call's view, from its detail on the wire. URLs differ between the dashboard and a shared file.

import type { CallDetail } from '../../api/wire/call.ts';
import type { ToolViewProps, ViewBodies, ViewLinks } from '../../ui/tool-view.ts';
import { blocksOf, textOf } from './content-text.ts';

type AnyViewProps = ToolViewProps<unknown, { readonly kind: string }>;

export interface ViewAddresses {
  /** Of the record that shows the failure inside a success. */
  readonly masked: (place: NonNullable<CallDetail['masked']>['place']) => string;
  readonly body: ViewBodies['url'];
  readonly links: ViewLinks;
}

function isKinded(value: unknown): value is { readonly kind: string } {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

function recoveryOf({ recovery }: CallDetail): NonNullable<AnyViewProps['call']['recovery']> | null {
  if (recovery === null) return null;
  return { callId: recovery.by?.callId ?? null, rule: recovery.rule, calls: recovery.calls, ms: recovery.ms };
}

export function viewProps(
  detail: CallDetail,
  addresses: ViewAddresses,
  nested: AnyViewProps['nested'] = null,
): AnyViewProps {
  const { bodies, masked } = detail;
  const result = bodies?.result;
  return {
    call: {
      ...detail,
      masked: masked === null ? null : { ...masked, href: addresses.masked(masked.place) },
      recovery: recoveryOf(detail),
    },
    input: bodies?.input ?? null,
    result: isKinded(result) ? result : null,
    text: textOf(bodies?.content),
    blocks: blocksOf(bodies?.content),
    bodies: {
      url: addresses.body,
      cutAt: (body, pointer) => bodies?.cuts.find((cut) => cut.body === body && cut.pointer === pointer)?.characters,
      cuts: bodies?.cuts ?? [],
      spilled: bodies?.spilled ?? null,
    },
    links: addresses.links,
    nested,
  };
}
