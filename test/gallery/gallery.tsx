// The page that shows every view with every sample: `?tool=shell` for one tool,
// `?theme=dark` for the other theme, `?from=12&count=12` for a part, `?group=hostile` or `?name=shell/x.json` for some.

import calls from 'virtual:sample-calls';
import { render } from 'preact';
import { views } from '../../src/tools/views.ts';
import '../../src/ui/theme.css';
import './gallery.css';
import type { SampleCall } from './sample-calls.ts';
import { viewProps } from './view-props.ts';

function Sample({ sample }: { readonly sample: SampleCall }) {
  const View = views.get(sample.toolId);
  return (
    <section class="gallery__sample" aria-label={sample.name}>
      <h2 class="gallery__name">
        {sample.name} · {sample.status} · {sample.summary}
      </h2>
      {View === undefined ? <p>No view.</p> : <View {...viewProps(sample)} />}
    </section>
  );
}

const wanted = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = wanted.get('theme') ?? 'light';
const tool = wanted.get('tool');
const group = wanted.get('group');
const name = wanted.get('name');
const from = Number(wanted.get('from') ?? 0);

function groupOf({ name: sample }: SampleCall): string {
  const first = sample.split('/')[0];
  return first === 'hostile' || first === 'huge' ? first : 'sample';
}

const shown = calls
  .filter((sample) => group === null || groupOf(sample) === group)
  .filter((sample) => name === null || sample.name === name || sample.name.endsWith(`/${name}`))
  .filter(({ toolId }) => tool === null || toolId === tool)
  .slice(from, from + Number(wanted.get('count') ?? calls.length));
render(
  <main class="gallery">
    <h1>Views</h1>
    {shown.map((sample) => (
      <Sample key={sample.name} sample={sample} />
    ))}
  </main>,
  document.body,
);
