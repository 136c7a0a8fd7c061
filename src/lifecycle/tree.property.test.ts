// Tests that the branch kept up to date record by record is the branch worked out from scratch.

import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordNode } from '../model/observation.ts';
import { RecordTree } from './tree.ts';

interface Drawn {
  readonly parent: number | null;
  readonly leaf: boolean;
  readonly group: number | null;
}

/** The definition, as plainly as it can be said. */
function activeFromScratch(nodes: readonly Drawn[]): boolean[] {
  const active = nodes.map(() => false);
  let at = nodes.findLastIndex(({ leaf }) => leaf);
  while (at >= 0 && active[at] === false) {
    active[at] = true;
    const parent = nodes[at]?.parent ?? null;
    at = parent !== null && parent !== at && parent < nodes.length ? parent : at - 1;
  }
  return active;
}

function record(i: number, { parent, leaf, group }: Drawn): RecordNode {
  return {
    id: `r${i}`,
    parent: parent === null ? null : `r${parent}`,
    thread: 'main',
    canBeLeaf: leaf,
    compaction: false,
    group: group === null ? null : `g${group}`,
  };
}

const drawn = fc.array(
  fc.record({
    parent: fc.option(fc.nat(40), { nil: null }),
    leaf: fc.boolean(),
    group: fc.option(fc.nat(4), { nil: null }),
  }),
  { maxLength: 30 },
);

function ref(i: number): { source: number; line: number; offset: number; length: number } {
  return { source: 0, line: i + 1, offset: i * 10, length: 9 };
}

function check(tree: RecordTree, nodes: readonly Drawn[]): void {
  const expected = activeFromScratch(nodes);
  tree.settle();
  expect(nodes.map((_, i) => tree.standingOf(`r${i}`, null) === 'held')).toEqual(expected);
  const groups = new Set(nodes.flatMap(({ group }, i) => (group !== null && expected[i] === true ? [group] : [])));
  for (const [i, { group }] of nodes.entries()) {
    if (group !== null) expect(tree.standingOf(`r${i}`, `g${group}`) === 'held').toBe(groups.has(group));
  }
}

describe('RecordTree', () => {
  it('agrees with the definition after every record', () => {
    fc.assert(
      fc.property(drawn, (nodes) => {
        const tree = new RecordTree();
        for (const [i, node] of nodes.entries()) {
          tree.add(record(i, node), ref(i));
          check(tree, nodes.slice(0, i + 1));
        }
      }),
    );
  });

  it('agrees with the definition whatever order the records came in', () => {
    fc.assert(
      fc.property(
        drawn.chain((nodes) =>
          fc.tuple(fc.constant(nodes), fc.shuffledSubarray([...nodes.keys()], { minLength: nodes.length })),
        ),
        ([nodes, order]) => {
          const tree = new RecordTree();
          for (const i of order) tree.add(record(i, nodes[i] ?? { parent: null, leaf: false, group: null }), ref(i));
          check(tree, nodes);
        },
      ),
    );
  });

  it('goes on after a restart as if there had been none, whatever order the records came in', () => {
    fc.assert(
      fc.property(
        drawn.chain((nodes) =>
          fc.tuple(
            fc.constant(nodes),
            fc.shuffledSubarray([...nodes.keys()], { minLength: nodes.length }),
            fc.nat(nodes.length),
          ),
        ),
        ([nodes, order, cut]) => {
          const add = (tree: RecordTree, i: number): boolean =>
            tree.add(record(i, nodes[i] ?? { parent: null, leaf: false, group: null }), ref(i));
          const before = new RecordTree();
          for (const i of order.slice(0, cut)) add(before, i);
          const after = new RecordTree(deserialize(serialize(before.save())));
          for (const i of order.slice(0, cut)) expect(add(after, i)).toBe(false);
          for (const i of order.slice(cut)) expect(add(after, i)).toBe(true);
          check(after, nodes);
        },
      ),
    );
  });

  it('takes a record once', () => {
    const tree = new RecordTree();
    const node = record(0, { parent: null, leaf: true, group: null });
    expect([tree.add(node, ref(0)), tree.add(node, ref(1))]).toEqual([true, false]);
  });
});
