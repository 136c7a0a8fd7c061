// View of a request for more permissions, and what was granted.

import { Badge } from '../../ui/parts/badge.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { Permissions, PermissionsInput, PermissionsResult } from './request-permissions.ts';

function PermissionFacts({ permissions }: { readonly permissions: Permissions }) {
  return (
    <Facts
      facts={[
        ['network', permissions.network ? 'yes' : null],
        ['read', permissions.read.join(', ')],
        ['write', permissions.write.join(', ')],
      ]}
    />
  );
}

function isNone({ network, read, write }: Permissions): boolean {
  return !network && read.length === 0 && write.length === 0;
}

export const view = defineView<PermissionsInput, PermissionsResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          {input.reason !== null && <p class="ts-view__prose">{input.reason}</p>}
          <div class="ts-view__line">
            <span class="ts-view__dim">Asked for</span>
            <PermissionFacts permissions={input.permissions} />
          </div>
        </>
      )}
      {result?.kind === 'granted' && (
        <div class="ts-view__line">
          <Badge tone={isNone(result.permissions) ? 'warn' : 'ok'}>
            {isNone(result.permissions) ? 'nothing granted' : `granted for the ${result.scope}`}
          </Badge>
          <PermissionFacts permissions={result.permissions} />
        </div>
      )}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
