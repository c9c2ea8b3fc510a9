import { describe, expect, test } from 'vitest';
import { apiServer, list, refusal } from '../../support/api-server.js';
import { codesOf, fileOf, json, kubesem } from '../../support/run.js';
import { deployment, QUOTA, RANGE, STATUS } from '../quota/objects.js';

describe('kubesem inspect', () => {
  test('asks the cluster for what the files may update, and shows no finding about it', async () => {
    const config = (name: string, data: object) =>
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace: 'shop' },
        data,
      });
    const service = (name: string) =>
      `{"apiVersion":"v1","kind":"Service","metadata":{"name":"${name}","namespace":"shop"},"spec":{"ports":[{"port":80}]}}`;
    const env = [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'known', key: 'new' } } }];
    const pod = JSON.stringify({
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'shop' } },
      spec: { containers: [{ name: 'app', image: 'a:1', env }] },
    });
    const file = fileOf(
      [config('known', { new: 'x' }), config('other', {}), service('s'), pod].join('\n'),
    );
    const used = { configmaps: '1', services: '1', pods: '1' };
    const quota = {
      metadata: { name: 'q', namespace: 'shop', uid: 'q' },
      status: { hard: { configmaps: '9', services: '9', pods: '9' }, used },
    };
    const metadata = { namespace: 'shop', uid: 'u' };
    const running = {
      ...{ metadata: { ...metadata, name: 'r' }, status: { phase: 'Running' } },
      spec: { nodeName: 'n', containers: [{ name: 'a', image: 'a:1' }] },
    };
    const server = await apiServer((url, query) => {
      const name = query.get('fieldSelector')?.slice('metadata.name='.length);
      return list([
        ...(url === '/api/v1/resourcequotas' ? [quota] : []),
        ...(url === '/api/v1/pods' ? [running] : []),
        ...(name === 'known' ? [{ metadata: { ...metadata, name }, data: { old: 'secret' } }] : []),
        ...(name === 's'
          ? [
              {
                metadata: { ...metadata, name },
                spec: { selector: { a: 'b' }, ports: [{ port: 80 }] },
              },
            ]
          : []),
      ]);
    });
    const args = ['inspect', file, '--context', 'test', '--kubeconfig', server.kubeconfig];
    const { output } = await json(args);
    expect(output.quotas[0].uses).toMatchObject({
      configmaps: { added: '1' },
      services: { added: '0' },
      pods: { added: '1' },
    });
    expect(codesOf(output.problems)).toEqual([]);
    expect(JSON.stringify(output)).not.toContain('secret');
    expect(server.requests.filter((each) => /fieldSelector/.test(each))).toHaveLength(3);
    expect(server.requests.filter((each) => /secrets/.test(each))).toEqual([]);
  });

  test('asks the cluster for nothing under a version that is none', async () => {
    const path = '/../../api/v1/namespaces/kube-system/secrets?a=';
    const metadata = { name: 'a', namespace: 'shop' };
    const objects = [
      { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { 'count/as.b': '1' } } },
      { apiVersion: `b${path}`, kind: 'A', metadata },
    ];
    const server = await apiServer(() => list([]));
    const args = ['inspect', '--context', 'test', '--kubeconfig', server.kubeconfig];
    await kubesem([...args, fileOf(objects.map((each) => JSON.stringify(each)).join('\n'))]);
    expect(server.requests.length).toBeGreaterThan(0);
    expect(server.requests.filter((each) => /secrets/.test(each))).toEqual([]);
  });

  test('reports what it could not ask for, next to the rest', async () => {
    const map = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"shop"}}';
    const status = { hard: { configmaps: '5' }, used: { configmaps: '1' } };
    const quota = { metadata: { name: 'q', namespace: 'shop', uid: 'q' }, status };
    const server = await apiServer((url) =>
      url === '/api/v1/configmaps'
        ? refusal(403, 'no')
        : list(url === '/api/v1/resourcequotas' ? [quota] : []),
    );
    const args = ['inspect', '--context', 'test', '--kubeconfig', server.kubeconfig];
    const { stdout, stderr, ...rest } = await kubesem([...args, fileOf(map)]);
    expect(stdout).toContain('configmaps');
    expect(stderr).toContain('cannot list configmaps');
    expect(rest.status).toBe(1);
  });

  test('says once which kind it could not ask for, and nothing of what its quotas reject', async () => {
    const names = ['a', 'b', 'c'];
    const maps = names.map((name) =>
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace: 'shop' },
      }),
    );
    const status = { hard: { configmaps: '1' }, used: { configmaps: '1' } };
    const quota = { metadata: { name: 'q', namespace: 'shop', uid: 'q' }, status };
    const server = await apiServer((url) =>
      url === '/api/v1/configmaps'
        ? refusal(403, 'no')
        : list(url === '/api/v1/resourcequotas' ? [quota] : []),
    );
    const args = ['inspect', '--context', 'test', '--kubeconfig', server.kubeconfig];
    const { stderr, status: code } = await kubesem([...args, fileOf(maps.join('\n'))]);
    expect(stderr).not.toContain('exceeded quota');
    expect(stderr.match(/cannot list configmaps/g)).toHaveLength(1);
    expect(code).toBe(1);
  });

  test('shows the quotas of the input, and explains what LimitRanges fill in', async () => {
    const input = [QUOTA + RANGE, deployment(2)].join('---\n');
    const { stdout, stderr, status } = await kubesem(['inspect', '--explain'], { stdin: input });
    expect(
      stdout,
    ).toContain(`shop       Deployment  web      2  Burstable     400m        -      1Gi      1Gi

NAMESPACE  QUOTA  RESOURCE      USED    NEW  HARD   LEFT  USE
shop       team   pods             0     +2    10      8  20%
shop       team   requests.cpu     0  +800m     4  3200m  20%
`);
    expect(stdout).toContain(
      'LimitRange small sets for app: memory request 1Gi, cpu request 400m, memory limit 1Gi',
    );
    expect(stderr).toContain('LimitRanges of the input applied to 1 object\n');
    expect(stderr).not.toContain('other kinds');
    expect(stderr).toContain(
      '1 quota without a status: usage counted from the objects of the input\n',
    );
    expect(status).toBe(0);
  });

  test('exits with status 1 if a quota rejects Pods, and names it', async () => {
    const input = [QUOTA + STATUS + RANGE, deployment(5)].join('---\n');
    const { stderr, status } = await kubesem(['inspect'], { stdin: input });
    expect(stderr).toContain('error: spec.template: exceeded quota: team, requested:');
    expect(status).toBe(1);
  });

  test('shows no quotas with images or names', async () => {
    for (const flag of ['--images', '--dns']) {
      const { stdout } = await kubesem(['inspect', flag], { stdin: QUOTA + STATUS });
      expect(stdout).not.toContain('QUOTA');
    }
  });
});
