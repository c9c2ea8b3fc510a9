import { expect, test } from 'vitest';
import { alpha, beta, dump, node, pod, web } from '../../support/cluster.js';
import { filesOf, json, kubesem, problemsIn } from '../../support/run.js';

const withOthers = (...items: unknown[]) => dump(...items, alpha, beta, web);

test.each<[string, string, string, string, RegExp, ('error' | 'warning')?]>([
  [
    'a Pod on an unknown node',
    withOthers(pod('x', 'gamma', {})),
    'NODE_NOT_FOUND',
    'items[0].spec.nodeName',
    /"gamma"/,
    'warning',
  ],
  [
    'an invalid quantity',
    withOthers(pod('x', 'beta', { requests: { cpu: '1x' } })),
    'INVALID_QUANTITY',
    'items[0].spec.containers[0].resources.requests[cpu]',
    /"1x"/,
  ],
  [
    'a negative amount',
    withOthers(pod('x', 'beta', { limits: { memory: '-1Gi' } })),
    'NEGATIVE',
    'items[0].spec.containers[0].resources.limits[memory]',
    /"-1Gi"/,
  ],
  [
    'a node without capacity',
    withOthers(node('gamma', {})),
    'NODE_CAPACITY_MISSING',
    'items[0].status',
    /:5:9:/,
    'warning',
  ],
  [
    'a second node with the same name',
    withOthers(node('beta', { cpu: '7' })),
    'NAME_DUPLICATE',
    'items[2].metadata.name',
    /beta/,
    'warning',
  ],
  [
    'a second Pod with the same name',
    withOthers(web),
    'NAME_DUPLICATE',
    'items[3].metadata.name',
    /web/,
    'warning',
  ],
  [
    'a field of the wrong type',
    withOthers({ ...web, spec: 7 }),
    'NOT_A_POD',
    'items[0].spec',
    /:5:9:/,
  ],
  ['a truncated dump', withOthers().slice(0, -30), 'SYNTAX', 'items[2]', /:\d+:\d+: error/],
])(
  '%s is reported with its place, and the rest is computed',
  async (_, text, code, path, shown, severity = 'error') => {
    const file = filesOf({ 'dump.json': text })('dump.json');
    const { status, output, stderr } = await json(['nodes', file]);
    expect(status).toBe(severity === 'error' ? 1 : 0);
    expect(output.problems).toMatchObject([{ code, path, file, severity }]);
    expect(problemsIn(stderr)).toHaveLength(1);
    expect(stderr).toMatch(shown);
    expect(output.nodes[0].requests).toBeDefined();
  },
);

test('the place of a problem is that of its object, among however many', async () => {
  const nodes = Array.from({ length: 12 }, (_, index) => node(`n${index}`, { cpu: '1' }));
  const bare = node('bare', {});
  const inList = await json(['nodes'], { stdin: dump(...nodes, bare) });
  expect(inList.output.problems).toMatchObject([{ path: 'items[12].status', column: 9 }]);
  const stdin = nodes.map((one) => JSON.stringify(one)).join('\n') + JSON.stringify(bare);
  const inLines = await json(['nodes'], { stdin });
  expect(inLines.output.problems).toMatchObject([{ path: 'status', line: 12 }]);
});

test('an amount of a thousand digits does not make the table as wide', async () => {
  const huge = dump(
    node('alpha', { cpu: '4', memory: '1e999' }),
    pod('a', 'alpha', { requests: { memory: '1Ki' } }),
    pod('b', 'alpha', { requests: { memory: '1e999' } }),
  );
  const { stdout } = await kubesem(['nodes'], { stdin: huge, isTerminal: true, columns: 80 });
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});
