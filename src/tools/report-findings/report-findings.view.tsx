// View of review findings: where, what, how certain, and the outcome.

import { plural } from '../../base/units.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Section } from '../../ui/parts/section.tsx';
import { defineView, type ViewLinks } from '../../ui/tool-view.ts';
import { FilePath } from '../../ui/view/file-path.tsx';
import { OtherResult } from '../../ui/view/other-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { Finding, FindingsInput, FindingsReported } from './report-findings.ts';

function OneFinding({ finding, links }: { readonly finding: Finding; readonly links: ViewLinks }) {
  const { file, line, category, verdict, outcome } = finding;
  return (
    <Section
      isOpen
      title={finding.shortSummary ?? finding.summary}
      facts={
        <>
          {verdict !== undefined && (
            <Badge tone={verdict === 'CONFIRMED' ? 'warn' : 'quiet'}>{verdict.toLowerCase()}</Badge>
          )}{' '}
          {outcome !== undefined && (
            <Badge tone={outcome === 'fixed' ? 'ok' : 'quiet'}>{outcome.replaceAll('_', ' ')}</Badge>
          )}{' '}
          {category}
        </>
      }
    >
      <FilePath path={file} links={links} name={line === null ? file : `${file}:${line}`} />
      {finding.shortSummary !== undefined && <p class="ts-view__prose">{finding.summary}</p>}
      {finding.failureScenario !== undefined && <p class="ts-view__prose ts-view__dim">{finding.failureScenario}</p>}
    </Section>
  );
}

export const view = defineView<FindingsInput, FindingsReported>((props) => {
  const { input, result, links } = props;
  const reported = result?.kind === 'reported' ? result : null;
  const findings = reported !== null && reported.findings.length > 0 ? reported.findings : (input?.findings ?? []);
  const level = reported?.level ?? input?.level;
  return (
    <ViewFrame view={props}>
      <div class="ts-view__line">
        <span class="ts-view__lead">{plural(reported?.count ?? findings.length, 'finding')}</span>
        {level !== undefined && <span class="ts-view__dim">review at level {level}</span>}
      </div>
      {findings.map((finding, index) => (
        <OneFinding key={index} finding={finding} links={links} />
      ))}
      {findings.length === 0 && <Empty>Nothing was found.</Empty>}
      <OtherResult view={props} />
    </ViewFrame>
  );
});
