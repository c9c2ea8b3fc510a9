import { completeService } from '@kubesem/validation/service';
import { describe, expect, test } from 'vitest';

const ports = [{ port: 80 }];

describe('completion', () => {
  test('shares node ports between ports of one number, on creation only', () => {
    const spec = {
      type: 'NodePort',
      ports: [
        { name: 'a', port: 53, protocol: 'UDP' },
        { name: 'b', port: 53, nodePort: 30_053 },
        { name: 'c', port: 80 },
      ],
    };
    const { service, drawn } = completeService({ spec });
    expect(service.spec?.ports?.map(({ nodePort }) => nodePort)).toEqual([
      30_053,
      30_053,
      undefined,
    ]);
    expect(drawn.nodePorts).toEqual([[2]]);
    const old = { spec: { type: 'ClusterIP', ports: spec.ports, clusterIP: '10.96.0.1' } };
    expect(completeService({ spec }, { old }).drawn.nodePorts).toEqual([[0], [2]]);
  });

  test.each([
    [{ clusterIP: 'None' }, ['IPv4', 'IPv6'], 'RequireDualStack'],
    [{ clusterIP: 'None', selector: { app: 'web' } }, ['IPv4'], 'SingleStack'],
    [{ ports }, ['IPv4'], 'SingleStack'],
    [{ ports, ipFamilyPolicy: 'PreferDualStack' }, ['IPv4'], 'PreferDualStack'],
    [{ type: 'ExternalName' }, undefined, undefined],
  ])('%j gets its families in a cluster with one', (spec, families, policy) => {
    const { service } = completeService({ spec });
    expect([service.spec?.ipFamilies, service.spec?.ipFamilyPolicy]).toEqual([families, policy]);
  });

  test('takes node ports of an update by the name of the port', () => {
    const old = {
      spec: {
        type: 'NodePort',
        clusterIP: '10.96.0.1',
        ports: [{ name: 'a', port: 80, nodePort: 30_001 }],
      },
    };
    const spec = {
      type: 'NodePort',
      ports: [
        { name: 'b', port: 80 },
        { name: 'a', port: 81 },
      ],
    };
    const { service, drawn } = completeService({ spec }, { old });
    expect(service.spec?.ports?.[1]?.nodePort).toBe(30_001);
    expect(service.spec?.clusterIP).toBe('10.96.0.1');
    expect(drawn.nodePorts).toEqual([[0]]);
  });

  test('drops what a new type does not have', () => {
    const old = {
      spec: {
        type: 'LoadBalancer',
        externalTrafficPolicy: 'Local',
        healthCheckNodePort: 30_009,
        loadBalancerClass: 'a/b',
        clusterIP: '10.96.0.1',
        ports: [{ port: 80, nodePort: 30_001 }],
      },
    };
    const { service } = completeService({ spec: { ...old.spec, type: 'ClusterIP' } }, { old });
    expect(service.spec).toEqual({
      type: 'ClusterIP',
      clusterIP: '10.96.0.1',
      clusterIPs: ['10.96.0.1'],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      internalTrafficPolicy: 'Cluster',
      sessionAffinity: 'None',
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
    });
  });

  test('fails with a reason', () => {
    const spec = { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] };
    expect(completeService({ spec }).problems).toMatchObject([
      { type: 'INVALID', path: 'spec.ports[0].nodePort', value: '80' },
    ]);
  });
});
