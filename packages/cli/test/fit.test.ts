import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { dump, node, pod } from './cluster.js';
import { painted } from './painted.js';
import { folderOf, kubesem, podManifest } from './terminal.js';

const cluster = dump(
  node('alpha', { cpu: '4', memory: '9Gi', pods: '3' }),
  node('beta', { cpu: '2', memory: '6Gi', pods: '110', 'example.com/gpu': '1' }),
  node('gamma', { cpu: '8', memory: '1Gi', pods: '1' }),
  pod('web', 'alpha', { requests: { cpu: '1500m', memory: '1Gi' } }),
  pod('done', 'beta', { requests: { cpu: '2' } }, 'Failed'),
  pod('full', 'gamma', { requests: { cpu: '1' } }),
);

/** The cells of each line of the table. */
function rows(stdout: string): string[][] {
  const lines = stdout.trimEnd().split('\n');
  const start = lines.findIndex((line) => line.startsWith('NODE')) + 1;
  return lines.slice(start).map((line) => line.trim().split(/ {2,}/));
}

async function fit(
  manifest: string,
  args: readonly string[] = [],
  text: string = cluster,
  colors = false,
) {
  const file = join(folderOf({ 'dump.json': text }), 'dump.json');
  return kubesem(['fit', '-', '--cluster', file, ...args], { stdin: manifest, colors });
}

const AGENT = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec: { template: { spec: { containers: [{ name: agent }] } } }
`;
const TABLES = `<bold>Pod default/new</> <dim>(1 Pod, each cpu 1, memory 3Gi)</>
<green>fits</>: room for 4 such Pods, on 2 of 3 nodes
<bold>NODE</>   <bold>FITS</>  <bold>ROOM FOR</>  <bold>WHY NOT</>
alpha  <green>yes</>          2  -
beta   <green>yes</>          2  -
gamma  <red>no</>           0  Too many pods: 1 missing
                       Insufficient memory: 2Gi missing, more than it has

<bold>DaemonSet default/agent</> <dim>(on each node, each without requests)</>
<red>does not fit</>: room for 112 such Pods, on 2 of 3 nodes
<bold>NODE</>   <bold>FITS</>  <bold>ROOM FOR</>  <bold>WHY NOT</>
alpha  <green>yes</>          2  -
beta   <green>yes</>        110  -
gamma  <red>no</>           0  Too many pods: 1 missing

<bold>Pod default/gpus</> <dim>(1 Pod, each example.com/gpu 2)</>
<red>does not fit</>: room for 0 of 1 Pod, on 0 of 3 nodes
<bold>NODE</>   <bold>FITS</>  <bold>ROOM FOR</>  <bold>WHY NOT</>
alpha  <red>no</>           0  Insufficient example.com/gpu: 2 missing, more than it has
beta   <red>no</>           0  Insufficient example.com/gpu: 1 missing, more than it has
gamma  <red>no</>           0  Too many pods: 1 missing
                       Insufficient example.com/gpu: 2 missing, more than it has
`;
const COMPARED = `NODE   FITS  ROOM FOR  COMPARED
alpha  no           0  pods: 1 wanted, 2 free of 3
                       cpu: 1 wanted, 2500m free of 4
                       memory: 2Gi wanted, 8Gi free of 9Gi
                       Insufficient example.com/gpu: 1 wanted, 0 free of 0, 1 missing, more than it has
                       example.com/x: not asked for
beta   yes          1  pods: 1 wanted, 110 free of 110
                       cpu: 1 wanted, 2 free of 2
                       memory: 2Gi wanted, 6Gi free of 6Gi
                       example.com/gpu: 1 wanted, 1 free of 1
                       example.com/x: not asked for
gamma  no           0  Too many pods: 1 wanted, 0 free of 1, 1 missing
                       cpu: 1 wanted, 7 free of 8
                       Insufficient memory: 2Gi wanted, 1Gi free of 1Gi, 1Gi missing, more than it has
                       Insufficient example.com/gpu: 1 wanted, 0 free of 0, 1 missing, more than it has
                       example.com/x: not asked for
`;

describe('which nodes have room for a Pod', () => {
  test('and what the others lack, in the words of the scheduler', async () => {
    const manifests = [
      podManifest('new', '{ requests: { cpu: 1, memory: 3Gi } }'),
      AGENT,
      podManifest('gpus', '{ limits: { example.com/gpu: 2, example.com/x: 0 } }'),
    ].join('---\n');
    const { status, stdout, stderr } = await fit(manifests, ['-o', 'table'], cluster, true);
    expect(status).toBe(1);
    expect(painted(stdout)).toBe(TABLES);
    expect(stderr).toContain('taints');
    expect(stderr).toContain('each by itself');
  });

  test('the free Pods of a node, too, bound how many fit', async () => {
    const { stdout } = await fit(podManifest('small', '{ requests: { cpu: 1m } }'));
    expect(rows(stdout).map(([name, , room]) => [name, room])).toEqual([
      ['alpha', '2'],
      ['beta', '110'],
      ['gamma', '0'],
    ]);
  });

  test('what is asked for with zero bounds nothing', async () => {
    const { status, stdout } = await fit(
      podManifest('small', '{ requests: { cpu: 0, memory: 3Gi } }'),
    );
    expect(status).toBe(0);
    expect(
      rows(stdout)
        .slice(0, 3)
        .map(([name, , room]) => [name, room]),
    ).toEqual([
      ['alpha', '2'],
      ['beta', '2'],
      ['gamma', '0'],
    ]);
  });

  test('nowhere', async () => {
    const { status, stdout } = await fit(podManifest('gpus', '{ limits: { example.com/gpu: 2 } }'));
    expect(status).toBe(1);
    expect(stdout).toContain('does not fit: room for 0 of 1 Pod, on 0 of 3 nodes');
    expect(rows(stdout)[1]).toEqual([
      'beta',
      'no',
      '0',
      'Insufficient example.com/gpu: 1 missing, more than it has',
    ]);
  });

  test.each([
    [4, '3Gi', 0, '(4 Pods, each cpu 1, memory 3Gi)\nfits: room for 4 such Pods,'],
    [5, '3Gi', 1, '(5 Pods, each cpu 1, memory 3Gi)\ndoes not fit: room for 4 of 5 Pods,'],
    [0, '3Gi', 0, '(0 Pods, compared as 1, each cpu 1, memory 3Gi)\nfits: room for 4 such Pods,'],
    [
      ...([0, '99Gi', 1] as const),
      '(0 Pods, compared as 1, each cpu 1, memory 99Gi)\ndoes not fit: room for 0 of 1 Pod,',
    ],
  ])('a Deployment of %i Pods, each of %s', async (replicas, memory, expected, shown) => {
    const { status, stdout } = await fit(`apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, namespace: prod }
spec:
  replicas: ${replicas}
  template:
    spec:
      containers:
        - { name: app, resources: { limits: { cpu: 1, memory: ${memory} } } }
`);
    expect(stdout).toContain(`Deployment prod/shop ${shown}`);
    expect(status).toBe(expected);
  });

  test('a DaemonSet wants room on each node', async () => {
    const roomy = dump(node('alpha', { pods: '3' }), node('beta', { pods: '1' }));
    const { status, stdout, stderr } = await fit(AGENT, [], roomy);
    expect(status).toBe(0);
    expect(stderr).not.toContain('each by itself');
    expect(stdout).toContain('fits: room for 4 such Pods, on 2 of 2 nodes');
  });

  test('--explain shows all that is compared', async () => {
    const resources =
      '{ requests: { cpu: 1, memory: 2Gi }, limits: { example.com/gpu: 1, example.com/x: 0 } }';
    const { stdout } = await fit(podManifest('new', resources), ['--explain']);
    expect(stdout.slice(stdout.indexOf('NODE'))).toBe(COMPARED);
  });

  test.each([
    ['json', (text: string): unknown => JSON.parse(text)],
    ['yaml', (text: string): unknown => parse(text)],
  ] as const)('-o %s has the same for programs', async (format, read) => {
    const { stdout } = await fit(podManifest('new', '{ requests: { memory: 4Gi } }'), [
      '-o',
      format,
    ]);
    const report = read(stdout) as {
      objects: {
        name: string;
        room: number;
        fits: boolean;
        nodes: { node: string; reasons: string[] }[];
      }[];
    };
    expect(report.objects[0]).toMatchObject({ name: 'new', room: 3, fits: true });
    expect(report.objects[0]?.nodes.map(({ node: name, reasons }) => [name, reasons])).toEqual([
      ['alpha', []],
      ['beta', []],
      ['gamma', ['Too many pods', 'Insufficient memory']],
    ]);
  });
});

describe('what is wrong is named, and the rest is compared', () => {
  test('in the Pod', async () => {
    const manifests = `${podManifest('bad', '{ requests: { cpu: 1x } }')}---\n${podManifest('good')}`;
    const { status, stdout, stderr } = await fit(manifests);
    expect(status).toBe(1);
    expect(stderr).toContain('<stdin>:7:');
    expect(stderr).not.toContain('found none');
    expect(stdout).toContain('Pod default/good');
    expect(stdout).not.toContain('default/bad');
  });

  test('in the cluster', async () => {
    const broken = dump(
      node('alpha', { cpu: '4', pods: '3' }),
      pod('x', 'alpha', { requests: { cpu: '1x' } }),
      pod('y', 'delta', {}),
    );
    const { status, stdout, stderr } = await fit(podManifest('new'), [], broken);
    expect(status).toBe(1);
    expect(stderr).toContain('items[1].spec.containers[0].resources.requests.cpu "1x"');
    expect(stderr).toContain('items[2].spec.nodeName "delta"');
    expect(rows(stdout)).toEqual([['alpha', 'yes', '2', '-']]);
  });

  test('in files, of which the others are read', async () => {
    const folder = folderOf({
      'a.yaml': podManifest('a'),
      'b.yaml': Uint8Array.of(0xff),
      'c.yaml': `${podManifest('c')}apiVersion: v1\n`,
    });
    const file = (name: string) => join(folder, name);
    const dumps = folderOf({ 'alpha.json': cluster, 'delta.json': dump(node('delta', {})) });
    const { status, stdout, stderr } = await kubesem([
      ...['fit', file('a.yaml'), file('b.yaml'), file('c.yaml')],
      ...['--cluster', join(dumps, 'alpha.json'), '--cluster', join(dumps, 'delta.json')],
    ]);
    expect(status).toBe(1);
    expect(stdout.match(/^fits: .* of 4 nodes$/gm)).toHaveLength(2);
    expect(stderr).toContain(`error: ${file('b.yaml')}: `);
    expect(stderr).not.toContain('found none');
    // A warning of the file with the key that stands twice is none of an error.
    const one = await kubesem(['fit', file('c.yaml'), '--cluster', join(dumps, 'alpha.json')]);
    expect(one).toMatchObject({ status: 0 });
    const odd = join(
      folderOf({ 'd.yaml': `${cluster}\n---\nkind: Pod\nkind: Pod\napiVersion: v1\n` }),
      'd.yaml',
    );
    const warned = await kubesem(['fit', file('c.yaml'), '--cluster', odd]);
    expect(warned.status).toBe(0);
    expect(warned.stderr.match(/warning: /g)).toHaveLength(1);
    const half = await kubesem(['fit', file('a.yaml'), file('b.yaml'), '--cluster', odd]);
    expect(half.stderr).not.toContain('found none');
    const bad = dump(pod('x', 'alpha', { requests: { cpu: '1x' } }));
    expect((await fit(podManifest('a'), [], bad)).stderr.match(/error: /g)).toHaveLength(2);
    const unread = await kubesem(['fit', file('b.yaml'), '--cluster', file('b.yaml')]);
    expect(unread.stderr.match(/^error: /gm)).toHaveLength(2);
  });

  test.each<[string, string, string]>([
    ['no Pod', 'apiVersion: v1\nkind: Service\nmetadata: { name: s }\n', cluster],
    ['nothing to read as a Pod', podManifest('bad', '{ requests: { cpu: 1x } }'), cluster],
    ['no Node', podManifest('new', '{ requests: { cpu: 1 } }'), dump(pod('x', 'alpha', {}))],
    ['no Node for an agent', AGENT, dump()],
  ])('%s', async (_, manifest, text) => {
    const { status, stdout, stderr } = await fit(manifest, [], text);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.match(/error: /g)).toHaveLength(1);
    expect(stderr).not.toContain('taints');
  });

  test.each(['table', 'json'])(
    'no cluster: there is no verdict, not even in %s',
    async (format) => {
      const args = ['fit', '-', '--cluster', '/no/such/file', '-o', format];
      const { status, stdout, stderr } = await kubesem(args, { stdin: podManifest('new') });
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^error: \/no\/such\/file: no such file[^\n]*\n$/);
    },
  );

  test.each([[['fit', 'x.yaml']], [['fit', '-', '--cluster', '-']], [['fit', '--cluster', 'x']]])(
    'the command line %j',
    async (args) => {
      const { status, stdout } = await kubesem(args, { stdin: cluster });
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    },
  );
});
