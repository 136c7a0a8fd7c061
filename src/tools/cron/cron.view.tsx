// How scheduled jobs are drawn: what runs when.

import { formatInstant } from '../../base/time.ts';
import { Badge } from '../../ui/parts/badge.tsx';
import { DataTable } from '../../ui/parts/data-table.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Facts } from '../../ui/parts/facts.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { defineView } from '../../ui/tool-view.ts';
import { Instant } from '../../ui/view/instant.tsx';
import { isTyped, UntypedResult } from '../../ui/view/untyped-result.tsx';
import { ViewFrame } from '../../ui/view/view-frame.tsx';
import type { CronInput, CronJob, CronResult } from './cron.ts';

const ACTIONS = { create: 'New job', delete: 'End of a job', list: 'All jobs' } as const;

function JobBadges({ job }: { readonly job: Pick<CronJob, 'recurring' | 'durable'> }) {
  return (
    <>
      <Badge>{job.recurring ? 'again and again' : 'once'}</Badge>{' '}
      {job.durable && <Badge tone="info">outlives the session</Badge>}
    </>
  );
}

function Jobs({ jobs }: { readonly jobs: readonly CronJob[] }) {
  if (jobs.length === 0) return <Empty>No jobs.</Empty>;
  return (
    <DataTable
      label="Jobs"
      columns={['Job', 'When', 'Next', 'Prompt', '']}
      rows={jobs.map((job) => [
        <code key="id">{job.id}</code>,
        job.words ?? <code>{job.schedule}</code>,
        job.nextAt === null ? null : <Instant key="next" at={formatInstant(job.nextAt)} />,
        job.prompt,
        <JobBadges key="how" job={job} />,
      ])}
    />
  );
}

export const view = defineView<CronInput, CronResult>((props) => {
  const { input, result } = props;
  return (
    <ViewFrame view={props}>
      {input !== null && (
        <>
          <div class="ts-view__line">
            <span class="ts-view__lead">{ACTIONS[input.action]}</span>
            {input.id !== null && <code>{input.id}</code>}
            <Facts facts={[['schedule', input.schedule === null ? null : <code>{input.schedule}</code>]]} />
          </div>
          {input.prompt !== null && <CodeBlock title="Prompt" isProse text={input.prompt} />}
        </>
      )}
      {result?.kind === 'created' && <Jobs jobs={[result.job]} />}
      {result?.kind === 'jobs' && <Jobs jobs={result.jobs} />}
      {result?.kind === 'deleted' && (
        <div class="ts-view__line">
          <Badge tone="ok">deleted</Badge>
          <code>{result.id}</code>
          {result.endedLoop && <span class="ts-view__dim">its loop has ended</span>}
        </div>
      )}
      {!isTyped(result) && <UntypedResult view={props} />}
    </ViewFrame>
  );
});
