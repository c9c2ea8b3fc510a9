import { describe, expect, test } from 'vitest';
import { apiServer, kubeconfig } from '../../support/api-server.js';
import { cells, filesOf, json, kubesem } from '../../support/run.js';

const object = (kind: string, name: string, fields: object = {}, apiVersion = 'v1') => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'shop', ...fields },
});
const POD = {
  ...object('Pod', 'web', { labels: { app: 'web', tier: 'front' } }),
  spec: { nodeName: 'node-1' },
  status: { phase: 'Running' },
};
const CACHE = {
  ...object('Pod', 'cache', { labels: { app: 'web', tier: 'cache' } }),
  status: { phase: 'Pending' },
};
const DEPLOYMENT = object('Deployment', 'web', { labels: { app: 'web' } }, 'apps/v1');
const NODE = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } };
const DUMP = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: [POD, CACHE, DEPLOYMENT, NODE],
});
const select = (...args: string[]) => kubesem(['select', ...args], { stdin: DUMP });
const listed = async (...args: string[]) => {
  const { stdout } = await select(...args, '-o', 'name');
  return stdout.split('\n').slice(0, -1);
};

describe('kubesem select', () => {
  test('lists the objects that a label selector selects', async () => {
    const { stdout, stderr, status } = await select('app=web,tier!=cache');
    expect(stdout).toBe(`KIND        NAMESPACE  NAME
Pod         shop       web
Deployment  shop       web
`);
    expect([status, stderr]).toEqual([0, '']);
  });

  test.each([
    [['app=web'], ['pod/web', 'pod/cache', 'deployment.apps/web']],
    [[''], ['pod/web', 'pod/cache', 'deployment.apps/web', 'node/node-1']],
    [['!app'], ['node/node-1']],
    [
      ['app', '--kind', 'pod'],
      ['pod/web', 'pod/cache'],
    ],
    [['', '-n', 'shop', '--kind', 'Node'], []],
    [
      ['--field-selector', 'metadata.name=web'],
      ['pod/web', 'deployment.apps/web'],
    ],
    [['--field-selector', 'status.phase!=Running'], ['pod/cache']],
    [['app', '--field-selector', 'spec.nodeName='], ['pod/cache']],
  ])('%j', async (args, names) => {
    expect(await listed(...args)).toEqual(names);
  });

  test('explains each object with --explain', async () => {
    const { stdout, status } = await select('tier in (front,back)', '--explain');
    expect(cells(stdout)).toEqual([
      ['KIND', 'NAMESPACE', 'NAME', 'SELECTED', 'REASON'],
      ['Pod', 'shop', 'web', 'yes', 'label tier is "front", one of "back", "front"'],
      ['Pod', 'shop', 'cache', 'no', 'label tier is "cache", not one of "back", "front"'],
      [
        'Deployment',
        'shop',
        'web',
        'no',
        'label tier is missing; it must be one of "back", "front"',
      ],
      ['Node', '-', 'node-1', 'no', 'label tier is missing; it must be one of "back", "front"'],
    ]);
    expect(status).toBe(0);
  });

  test('prints each requirement for programs', async () => {
    const args = ['app=web', '--field-selector', 'status.phase=Running'];
    const { output } = await json(['select', ...args], { stdin: DUMP });
    expect(output.objects).toMatchObject([
      {
        kind: 'Pod',
        name: 'web',
        matches: true,
        labels: { rule: 'REQUIREMENTS', requirements: [{ selector: 'app=web', value: 'web' }] },
        fields: { requirements: [{ selector: 'status.phase=Running', value: 'Running' }] },
      },
    ]);
  });

  test('skips kinds that do not have the field, and says so', async () => {
    const { stderr } = await select('--field-selector', 'spec.nodeName=node-1');
    expect(stderr).toContain('Deployment, Node');
  });

  test('a field that the kind does not have is an error with --kind', async () => {
    const { stdout, stderr, status } = await select(
      ...['--field-selector', 'spec.replicas=1', '--kind', 'Deployment'],
    );
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('metadata.name or metadata.namespace');
  });

  test('has status 1 if nothing is selected', async () => {
    expect(await select('app=none')).toMatchObject({ status: 1, stdout: '' });
  });

  test('reports labels of the wrong type', async () => {
    const file = filesOf({ 'a.json': JSON.stringify(object('Pod', 'a', { labels: { app: 1 } })) });
    const { stderr, status } = await kubesem(['select', 'app=1', '-f', file('a.json')]);
    expect(status).toBe(1);
    expect(stderr).toContain('expected a string, found 1');
  });

  test.each([
    [[]],
    [['app=a=b']],
    [['-app']],
    [['version>v1']],
    [['--field-selector', 'status.phase']],
    [['app', '--kind', '']],
  ])('%j is a wrong command line', async (args) => {
    expect(await select(...args)).toMatchObject({ status: 2, stdout: '' });
  });

  test.each([
    ['before', true],
    ['after', false],
  ])('reads the fields of custom resources from a definition %s them', async (_, isFirst) => {
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        names: { kind: 'Widget', plural: 'widgets' },
        versions: [{ name: 'v1', selectableFields: [{ jsonPath: '.spec.color' }] }, { name: 'v2' }],
      },
    };
    const widget = (name: string, version: string, color: string) => ({
      ...object('Widget', name, {}, `example.com/${version}`),
      spec: { color },
    });
    const widgets = [
      widget('a', 'v1', 'blue'),
      widget('b', 'v1', 'red'),
      widget('c', 'v2', 'blue'),
    ];
    const items = isFirst ? [definition, ...widgets] : [...widgets, definition];
    const stdin = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const args = ['select', '--field-selector', 'spec.color=blue', '-o', 'name'];
    expect((await kubesem(args, { stdin })).stdout).toBe('widget.example.com/a\n');
  });

  test('reads a cluster', async () => {
    const { url, requests } = await apiServer((path) => [
      200,
      { items: path === '/api/v1/namespaces/shop/pods' ? [POD, CACHE] : [] },
    ]);
    const args = ['select', 'tier=front', '--kubeconfig', kubeconfig(url, 'test'), '-n', 'shop'];
    expect((await kubesem([...args, '-o', 'name'])).stdout).toBe('pod/web\n');
    expect(requests.filter((request) => request.includes('/secrets'))).toEqual([]);
    const before = requests.length;
    await kubesem([...args, '--kind', 'pod']);
    expect(requests.slice(before)).toEqual(['GET /api/v1/namespaces/shop/pods?limit=500']);
    const { status, stderr } = await kubesem([...args, '--kind', 'Widget']);
    expect(status).toBe(2);
    expect(stderr).toContain('--context cannot list Widget');
  });

  test('shows where the error in a selector is', async () => {
    expect((await select('app=web,tier in front')).stderr).toContain('(character 17)');
  });
});
