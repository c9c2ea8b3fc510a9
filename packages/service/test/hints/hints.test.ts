import { topologyHints } from '@kubesem/service';
import { describe, expect, it } from 'vitest';

const node = (name: string, zone: string, cpu = '4') => ({
  metadata: { name, labels: { 'topology.kubernetes.io/zone': zone } },
  status: { allocatable: { cpu }, conditions: [{ type: 'Ready', status: 'True' }] },
});
const slice = (zones: string) => ({
  addressType: 'IPv4',
  endpoints: [...zones].map((zone, index) => ({
    addresses: [`10.0.0.${index}`],
    conditions: { ready: true },
    zone,
  })),
});
const two = [node('n1', 'a'), node('n2', 'b')];

describe('topologyHints', () => {
  it('explains shares, minima and moves', () => {
    const [found] = topologyHints([slice('aaab')], { nodes: two }).families;
    expect(found).toMatchObject({ reason: undefined, readyEndpoints: 4 });
    expect(found?.zones).toEqual([
      { zone: 'a', share: 0.5, minimum: 2, desired: 2, endpoints: 3, hinted: 2 },
      { zone: 'b', share: 0.5, minimum: 2, desired: 2, endpoints: 1, hinted: 2 },
    ]);
    expect(found?.moves).toEqual([{ address: '10.0.0.0', from: 'a', to: 'b' }]);
  });

  it('says why there are none', () => {
    const reason = (zones: string, nodes = two) =>
      topologyHints([slice(zones)], { nodes }).families[0]?.reason;
    expect(reason('a')).toBe('TOO_FEW_ENDPOINTS');
    expect(reason('abx', [node('n1', 'a'), node('n2', 'b'), node('n3', 'c', '100')])).toBe(
      'OVERLOAD',
    );
    expect(reason('ab', [node('n1', 'a')])).toBe('INSUFFICIENT_NODES');
  });

  it('names the node without a zone or cpu', () => {
    const incomplete = (nodes: readonly ReturnType<typeof node>[]) =>
      topologyHints([slice('ab')], { nodes }).families[0]?.incompleteNode;
    expect(incomplete([...two, node('n3', '')])).toEqual({ name: 'n3', missing: 'ZONE' });
    expect(incomplete([...two, node('n3', 'a', '0')])).toEqual({ name: 'n3', missing: 'CPU' });
  });

  it('removes hints that the controller would not set, and changes nothing else', () => {
    const hinted = slice('a').endpoints.map((each) => ({
      ...each,
      hints: { forZones: [{ name: 'a' }] },
    }));
    const given = { ...slice('a'), endpoints: hinted };
    expect(topologyHints([given], { nodes: two }).slices).toEqual([slice('a')]);
    const plain = slice('a');
    expect(topologyHints([plain], { nodes: two }).slices[0]).toBe(plain);
  });
});
