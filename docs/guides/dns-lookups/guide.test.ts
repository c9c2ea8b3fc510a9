import { dnsZone, explainLookup, podResolvConf, queryZone } from '@kubesem/dns';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer.js';
import { box } from './box.js';

it('the box answers its example', () => {
  expect(answerTo(box)).toContain('Try data.prod.');
});

describe('what goes wrong otherwise', () => {
  const metadata = { name: 'data', namespace: 'prod' };
  const zone = dnsZone({ services: [{ metadata, spec: { clusterIP: '10.96.14.7' } }] });
  const node = { clusterDNS: ['10.96.0.10'], resolvConf: 'nameserver 192.0.2.53\n' };

  it('data.prod.svc fails in a Pod with dnsPolicy: Default', () => {
    const hit = (dnsPolicy: string) =>
      explainLookup('data.prod.svc', { metadata, spec: { dnsPolicy } }, { zone, node }).hit;
    expect([hit('ClusterFirst'), hit('Default')]).toEqual([2, undefined]);
  });

  it('a headless Service without ready endpoints does not exist for DNS', () => {
    const headless = dnsZone({ services: [{ metadata, spec: { clusterIP: 'None' } }] });
    expect(queryZone(headless, 'data.prod.svc.cluster.local', 'A').code).toBe('NXDOMAIN');
  });

  it('a Pod with hostNetwork and ClusterFirst uses the resolv.conf of its node', () => {
    const spec = { hostNetwork: true, dnsPolicy: 'ClusterFirst' };
    expect(podResolvConf({ metadata, spec }, node).nameservers).toEqual(['192.0.2.53']);
  });
});
