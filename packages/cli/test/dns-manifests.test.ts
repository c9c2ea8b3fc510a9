import { describe, expect, test } from 'vitest';
import { HEADLESS, POD, SERVICE } from './dns-input.js';
import { kubesem } from './terminal.js';

const stdin = [SERVICE.replace('  clusterIP: 10.96.14.7\n', ''), HEADLESS, POD].join('---\n');

describe('what manifests do not tell is not taken for what is not there', () => {
  test.each([
    ['kubernetes.default', 'NO_SUCH_SERVICE'],
    ['kube-dns.kube-system', 'NO_SUCH_SERVICE'],
    ['data.prodd', 'NO_SUCH_NAMESPACE'],
    ['data.prod', 'NO_CLUSTER_IP'],
    ['_sql._tcp.data.prod', 'NO_CLUSTER_IP'],
    ['members.prod', 'NO_ENDPOINT_SLICES'],
  ])('%s: %s', async (name, code) => {
    const args = ['dns', 'lookup', name, '--from', 'test/client', '-f', '-', '-o', 'json'];
    const { status, stdout } = await kubesem(args, { stdin });
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ reasons: [{ code }] });
  });

  test('a Service without an address has no record', async () => {
    const query = ['dns', 'query', 'data.prod.svc.cluster.local', '-f', '-'];
    const { status, stdout } = await kubesem(query, { stdin });
    expect(status).toBe(1);
    expect(stdout).toContain(' A: NODATA');
    expect((await kubesem(['dns', 'zone', '-'], { stdin })).stdout).not.toContain('data.prod');
  });
});
