import { explainService } from '@kubesem/service';
import { describe, expect, test } from 'vitest';

const ports = [{ port: 80 }];

describe('the type', () => {
  test.each([
    [
      { type: 'ExternalName', externalName: 'a.b', ports },
      { dns: 'CNAME', isProxied: false, endpoints: 'NONE' },
    ],
    [{ clusterIP: 'None' }, { dns: 'ENDPOINTS', isProxied: false, endpoints: 'MANUAL' }],
    [{ selector: { a: 'b' } }, { dns: 'CLUSTER_IPS', isProxied: true, endpoints: 'CONTROLLER' }],
    [
      { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false },
      { getsNodePorts: false, hasClusterIP: true },
    ],
    [
      { type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
      { getsNodePorts: true, getsHealthCheckNodePort: true },
    ],
  ])('of %j decides', (spec, expected) => {
    expect(explainService({ spec })).toMatchObject(expected);
  });

  test('leaves fields without effect', () => {
    const spec = {
      type: 'ExternalName',
      externalName: 'a.b',
      ports,
      selector: { a: 'b' },
      externalIPs: ['192.0.2.1'],
    };
    expect(explainService({ spec }).ignored.map(({ path }) => path)).toEqual([
      'spec.ports',
      'spec.selector',
      'spec.externalIPs',
    ]);
  });
});
