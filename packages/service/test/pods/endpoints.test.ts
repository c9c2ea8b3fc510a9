import type { Pod } from '@kubesem/core';
import { endpointSelection, endpointSelections, podServices, servicePods } from '@kubesem/service';
import { describe, expect, test } from 'vitest';

const nodes = [{ metadata: { name: 'n1', labels: { 'topology.kubernetes.io/zone': 'a' } } }];
const metadata = { name: 'web', namespace: 'shop' };
const service = {
  metadata,
  spec: { selector: { app: 'web' }, ipFamilies: ['IPv4'], ports: [{ port: 80 }] },
};

function pod(name: string, changes: Pod = {}): Pod {
  return {
    metadata: { name, namespace: 'shop', labels: { app: 'web' }, ...changes.metadata },
    spec: { nodeName: 'n1', ...changes.spec },
    status: {
      phase: 'Running',
      podIPs: [{ ip: '10.0.0.1' }],
      conditions: [{ type: 'Ready', status: 'True' }],
      ...changes.status,
    },
  };
}

describe('a Pod', () => {
  test.each([
    ['ENDPOINT', pod('a')],
    ['SELECTOR', pod('a', { metadata: { labels: {} } })],
    ['SELECTOR', pod('a', { metadata: { labels: { app: '' } } })],
    ['FINISHED', pod('a', { status: { phase: 'Failed' } })],
    ['NO_ADDRESS', pod('a', { status: { podIPs: [] } })],
    ['NODE_MISSING', pod('a', { spec: { nodeName: 'gone' } })],
    ['NODE_MISSING', pod('a', { spec: { nodeName: '' } })],
    ['NO_ADDRESS_OF_FAMILY', pod('a', { status: { podIPs: [{ ip: 'fd00::1' }] } })],
  ])('is %s', (verdict, given) => {
    expect(
      endpointSelection(service, { pods: [given], nodes }).pods.map((each) => each.verdict),
    ).toEqual([verdict]);
  });

  test('that is being deleted still serves', () => {
    const ending = pod('a', { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } });
    const [explained] = endpointSelection(service, { pods: [ending], nodes }).pods;
    expect(explained?.endpoints[0]?.conditions).toEqual({
      ready: false,
      serving: true,
      terminating: true,
    });
  });

  test('is published although it is not ready, even without a node', () => {
    const lost = pod('a', { spec: { nodeName: 'gone' }, status: { conditions: [] } });
    const published = { ...service, spec: { ...service.spec, publishNotReadyAddresses: true } };
    const { isRetried, pods } = endpointSelection(published, { pods: [lost], nodes });
    expect(isRetried).toBe(false);
    expect(pods[0]?.endpoints).toEqual([
      {
        family: 'IPv4',
        addresses: ['10.0.0.1'],
        conditions: { ready: true, serving: false, terminating: false },
        nodeName: 'gone',
      },
    ]);
  });

  test('can have an address with leading zeros', () => {
    const both = { metadata, spec: { ...service.spec, ipFamilies: ['IPv4', 'IPv6'] } };
    const status = { podIPs: [{ ip: '010.0.0.08' }, { ip: '0fd00::00005' }] };
    const { pods } = endpointSelection(both, { pods: [pod('a', { status })], nodes });
    expect(pods[0]?.endpoints.map(({ addresses }) => addresses)).toEqual([
      ['10.0.0.8'],
      ['fd00::5'],
    ]);
  });

  test('has a hostname only below the Service', () => {
    const named = pod('a', { spec: { hostname: 'host', subdomain: 'web' } });
    const other = pod('b', { spec: { hostname: 'host', subdomain: 'api' } });
    const { pods } = endpointSelection(service, { pods: [named, other], nodes });
    expect(pods.map(({ endpoints }) => endpoints[0]?.hostname)).toEqual(['host', undefined]);
    expect(pods[0]?.endpoints[0]?.zone).toBe('a');
  });

  test('is an endpoint although it lacks a port', () => {
    const spec = { ...service.spec, ports: [{ port: 80, targetPort: 'http' }, { port: 81 }] };
    const [explained] = endpointSelection({ metadata, spec }, { pods: [pod('a')], nodes }).pods;
    expect(explained).toMatchObject({
      verdict: 'ENDPOINT',
      missingPorts: [0],
      ports: [{ port: 81 }],
    });
  });
});

describe('a Service', () => {
  // Dashboards list every Pod for these.
  test.each([
    ['NO_SELECTOR', {}],
    ['NO_SELECTOR', { selector: {} }],
    ['NO_SELECTOR', { selector: null }],
    ['EXTERNAL_NAME', { type: 'ExternalName', selector: { app: 'web' } }],
  ])('selects no Pods: %s', (source, spec) => {
    expect(servicePods({ metadata, spec }, { pods: [pod('a')] })).toEqual([]);
    expect(podServices(pod('a'), { services: [{ metadata, spec }] })).toEqual([]);
    expect(endpointSelection({ metadata, spec }, { pods: [pod('a')], nodes })).toMatchObject({
      source,
      pods: [],
    });
  });

  test('selects Pods of its namespace, and __proto__ is a label like others', () => {
    const labels = JSON.parse('{"__proto__":"x"}') as { [key: string]: string };
    const spec = { selector: labels };
    expect(
      servicePods({ metadata, spec }, { pods: [pod('a'), pod('b', { metadata: { labels } })] })
        .length,
    ).toBe(1);
    expect(
      servicePods(service, { pods: [pod('a', { metadata: { namespace: 'other' } })] }),
    ).toEqual([]);
  });

  test.each([
    [{ clusterIP: 'fd00::1' }, ['IPv6']],
    [{ clusterIP: '10.0.0.1' }, ['IPv4']],
    [{ clusterIP: 'None' }, ['IPv4', 'IPv6']],
    [{ ipFamilies: ['IPv6'], clusterIP: '10.0.0.1' }, ['IPv6']],
  ])('has the families of %j', (spec, families) => {
    expect(endpointSelection({ metadata, spec }, { pods: [], nodes }).families).toEqual(families);
  });

  test('is explained together with others as alone', () => {
    const services = ['web', 'api', 'none'].map((app) => ({
      metadata,
      spec: { ...service.spec, selector: { app } },
    }));
    const pods = ['web', 'api', 'web'].map((app, index) =>
      pod(`p${index}`, { metadata: { labels: { app } } }),
    );
    const alone = services.map((each) => {
      const explained = endpointSelection(each, { pods, nodes });
      return { ...explained, pods: explained.pods.filter(({ verdict }) => verdict !== 'SELECTOR') };
    });
    expect(endpointSelections(services, { pods, nodes })).toEqual(alone);
    expect(alone.map(({ pods }) => pods.length)).toEqual([2, 1, 0]);
  });
});
