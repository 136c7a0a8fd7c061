// Draws a chart as SVG: lines over two logarithmic axes, readable on light and on dark pages.

export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** The reference for the line, dashed. */
  readonly isYardstick?: boolean;
}

export interface Chart {
  readonly title: string;
  readonly xTitle: string;
  readonly lines: readonly Line[];
  readonly xTick: (value: number) => string;
  readonly yTick: (value: number) => string;
}

const WIDTH = 720;
const HEIGHT = 400;
const PLOT = { left: 76, right: 178, top: 48, bottom: 56 };
const LABEL_HEIGHT = 16;

/** Colours that differ in lightness as well as in hue; two sets, one for each theme. */
const STYLE = `
  .page { fill: #ffffff }
  text { font: 13px system-ui, sans-serif; fill: #3d444d }
  .title { font-weight: 600; font-size: 15px; fill: #1f2328 }
  .grid { stroke: #d8dee4; stroke-width: 1 }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round }
  .yardstick { stroke-dasharray: 6 5 }
  .c0 { stroke: #6e7781 } .c1 { stroke: #0969da } .c2 { stroke: #bc4c00 } .c3 { stroke: #1a7f37 } .c4 { stroke: #8250df }
  .d0 { fill: #6e7781 } .d1 { fill: #0969da } .d2 { fill: #bc4c00 } .d3 { fill: #1a7f37 } .d4 { fill: #8250df }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 }
    text { fill: #b7bdc8 }
    .title { fill: #f0f6fc }
    .grid { stroke: #30363d }
    .c0 { stroke: #9198a1 } .c1 { stroke: #58a6ff } .c2 { stroke: #f0883e } .c3 { stroke: #56d364 } .c4 { stroke: #bc8cff }
    .d0 { fill: #9198a1 } .d1 { fill: #58a6ff } .d2 { fill: #f0883e } .d3 { fill: #56d364 } .d4 { fill: #bc8cff }
  }`;

interface Axis {
  readonly ticks: readonly number[];
  place(value: number): number;
}

/** Whole powers of ten around all values. */
function logAxis(values: readonly number[], from: number, to: number): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at)),
    place: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
  };
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function text(x: number, y: number, said: string, attributes = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escapeXml(said)}</text>`;
}

/** Labels at the ends of lines, moved apart where they would overlap. */
function spread(wanted: readonly number[]): number[] {
  const order = wanted.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y);
  const placed = [...wanted];
  let last = Number.NEGATIVE_INFINITY;
  for (const { y, at } of order) {
    last = Math.max(y, last + LABEL_HEIGHT);
    placed[at] = last;
  }
  return placed;
}

export function logChart(chart: Chart): string {
  const points = chart.lines.flatMap((line) => line.points);
  const x = logAxis(
    points.map(([value]) => value),
    PLOT.left,
    WIDTH - PLOT.right,
  );
  const y = logAxis(
    points.map(([, value]) => value),
    HEIGHT - PLOT.bottom,
    PLOT.top,
  );
  const [bottom, right] = [HEIGHT - PLOT.bottom, WIDTH - PLOT.right];
  const grid = [
    ...x.ticks.flatMap((tick) => [
      `<line class="grid" x1="${round(x.place(tick))}" x2="${round(x.place(tick))}" y1="${PLOT.top}" y2="${bottom}"/>`,
      text(x.place(tick), bottom + 18, chart.xTick(tick), 'text-anchor="middle"'),
    ]),
    ...y.ticks.flatMap((tick) => [
      `<line class="grid" x1="${PLOT.left}" x2="${right}" y1="${round(y.place(tick))}" y2="${round(y.place(tick))}"/>`,
      text(PLOT.left - 8, y.place(tick) + 4, chart.yTick(tick), 'text-anchor="end"'),
    ]),
  ];
  const ends = spread(chart.lines.map(({ points }) => y.place(points.at(-1)?.[1] ?? 1)));
  const lines = chart.lines.flatMap(({ name, points, isYardstick }, at) => [
    `<polyline class="line c${at % 5}${isYardstick === true ? ' yardstick' : ''}" points="${points
      .map(([px, py]) => `${round(x.place(px))},${round(y.place(py))}`)
      .join(' ')}"/>`,
    ...points.map(
      ([px, py]) => `<circle class="d${at % 5}" cx="${round(x.place(px))}" cy="${round(y.place(py))}" r="3.5"/>`,
    ),
    text(x.place(points.at(-1)?.[0] ?? 1) + 10, (ends[at] ?? 0) + 4, name, `class="label"`),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escapeXml(chart.title)}">`,
    `<style>${STYLE}\n</style>`,
    `<rect class="page" width="${WIDTH}" height="${HEIGHT}" rx="6"/>`,
    text(PLOT.left, 28, chart.title, 'class="title"'),
    ...grid,
    text((PLOT.left + right) / 2, HEIGHT - 14, chart.xTitle, 'text-anchor="middle"'),
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}
