// The statements of the Kubernetes documentation about names and resolvers, by file and section.
import type { PodSpec } from '@kubesem/core';
import {
  endpointDnsName,
  formatResolvConf,
  parseResolvConf,
  podDnsName,
  podFqdn,
  podHostname,
  podResolvConf,
  type ResolvConf,
  searchCandidates,
  serviceDnsName,
  srvName,
} from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

const clusterDomain = 'cluster-domain.example';
const service = { name: 'my-svc', namespace: 'my-namespace' };

const candidates = (
  name: string,
  resolvConf: ResolvConf,
  libc: 'glibc' | 'musl' | 'windows' = 'glibc',
) => searchCandidates(name, resolvConf, { libc }).candidates.map((each) => each.name);

describe('dns-pod-service.md: Services', () => {
  test('"Namespaces of Services": a query for data may be expanded to data.test.svc.cluster.local', () => {
    const resolvConf = parseResolvConf(
      'nameserver 10.32.0.10\nsearch test.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n',
    );
    expect(candidates('data', resolvConf)[0]).toBe('data.test.svc.cluster.local');
    expect(candidates('data', resolvConf)).not.toContain('data.prod.svc.cluster.local');
    expect(candidates('data.prod', resolvConf)).toContain('data.prod.svc.cluster.local');
    expect(candidates('data.prod.svc.cluster.local', resolvConf)).toContain(
      'data.prod.svc.cluster.local',
    );
  });

  test('"A/AAAA records": my-svc.my-namespace.svc.cluster-domain.example', () => {
    expect(serviceDnsName(service, { clusterDomain })).toBe(
      'my-svc.my-namespace.svc.cluster-domain.example',
    );
  });

  test('"SRV records": _port-name._port-protocol.my-svc.my-namespace.svc.cluster-domain.example', () => {
    expect(srvName('port-name', 'TCP', service, { clusterDomain })).toBe(
      '_port-name._tcp.my-svc.my-namespace.svc.cluster-domain.example',
    );
    expect(endpointDnsName({ hostname: 'hostname' }, service, { clusterDomain })).toBe(
      'hostname.my-svc.my-namespace.svc.cluster-domain.example',
    );
  });
});

describe('dns-pod-service.md: Pods', () => {
  test('"A/AAAA records": 172-17-0-3.default.pod.cluster.local', () => {
    expect(podDnsName('172.17.0.3', 'default')).toBe('172-17-0-3.default.pod.cluster.local');
    expect(endpointDnsName('172.17.0.3', service, { clusterDomain })).toBe(
      '172-17-0-3.my-svc.my-namespace.svc.cluster-domain.example',
    );
  });

  test('"Pod\'s hostname and subdomain fields": the name, unless hostname is set', () => {
    const metadata = { name: 'my-pod', namespace: 'my-namespace' };
    expect(podHostname({ metadata, spec: {} })).toBe('my-pod');
    expect(podHostname({ metadata, spec: { hostname: 'my-host' } })).toBe('my-host');
    const pod = { metadata, spec: { hostname: 'foo', subdomain: 'bar' } };
    expect(podHostname(pod)).toBe('foo');
    expect(podFqdn(pod)).toBe('foo.bar.my-namespace.svc.cluster.local');
  });

  test.each([1, 2])('"Pod\'s hostname and subdomain fields": busybox%i', (number) => {
    const metadata = { name: `busybox${number}`, namespace: 'my-namespace' };
    const spec = { hostname: `busybox-${number}`, subdomain: 'busybox-subdomain' };
    expect(podFqdn({ metadata, spec }, { clusterDomain })).toBe(
      `busybox-${number}.busybox-subdomain.my-namespace.svc.cluster-domain.example`,
    );
  });

  test('"Pod\'s setHostnameAsFQDN field": hostname prints the short name, or the full one', () => {
    const metadata = { name: 'busybox1', namespace: 'ns' };
    const spec = { hostname: 'busybox-1', subdomain: 'sub' };
    expect(podHostname({ metadata, spec })).toBe('busybox-1');
    expect(podHostname({ metadata, spec: { ...spec, setHostnameAsFQDN: true } })).toBe(
      'busybox-1.sub.ns.svc.cluster.local',
    );
  });

  test('"Pod\'s setHostnameAsFQDN field": 64 characters is the max, 70 characters requested', () => {
    const metadata = { name: 'h'.repeat(45), namespace: 'ns' };
    const pod = { metadata, spec: { subdomain: 'sub', setHostnameAsFQDN: true } };
    expect(podFqdn(pod)).toHaveLength(70);
    expect(() => podHostname(pod)).toThrow(expect.objectContaining({ code: 'FQDN_TOO_LONG' }));
  });
});

const node = {
  clusterDNS: ['10.32.0.10'],
  clusterDomain,
  resolvConf: 'nameserver 192.0.2.53\nsearch node.example\n',
};
const pod = (spec: PodSpec) => ({ metadata: { name: 'busybox', namespace: 'default' }, spec });

describe("dns-pod-service.md: Pod's DNS Policy", () => {
  test('Default: the configuration of the node', () => {
    expect(formatResolvConf(podResolvConf(pod({ dnsPolicy: 'Default' }), node))).toBe(
      node.resolvConf,
    );
  });

  test('"Default" is not the default policy, ClusterFirst is', () => {
    expect(podResolvConf(pod({}), node)).toEqual(
      podResolvConf(pod({ dnsPolicy: 'ClusterFirst' }), node),
    );
    expect(podResolvConf(pod({}), node).nameservers).toEqual(['10.32.0.10']);
  });

  test('ClusterFirst with hostNetwork falls back to Default, ClusterFirstWithHostNet does not', () => {
    const fallback = podResolvConf(pod({ dnsPolicy: 'ClusterFirst', hostNetwork: true }), node);
    expect(fallback).toMatchObject({ rule: 'HOST_NETWORK', nameservers: ['192.0.2.53'] });
    const spec = { dnsPolicy: 'ClusterFirstWithHostNet', hostNetwork: true };
    expect(podResolvConf(pod(spec), node).nameservers).toEqual(['10.32.0.10']);
  });
});

describe("dns-pod-service.md: Pod's DNS Config", () => {
  test('the example Pod', () => {
    const dnsConfig = {
      nameservers: ['192.0.2.1'],
      searches: ['ns1.svc.cluster-domain.example', 'my.dns.search.suffix'],
      options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }],
    };
    expect(formatResolvConf(podResolvConf(pod({ dnsPolicy: 'None', dnsConfig }), node))).toBe(
      'nameserver 192.0.2.1\nsearch ns1.svc.cluster-domain.example my.dns.search.suffix\noptions ndots:2 edns0\n',
    );
  });

  test('for IPv6', () => {
    const ipv6 = { clusterDNS: ['2001:db8:30::a'], clusterDomain };
    expect(formatResolvConf(podResolvConf(pod({}), ipv6))).toBe(
      'nameserver 2001:db8:30::a\nsearch default.svc.cluster-domain.example svc.cluster-domain.example cluster-domain.example\noptions ndots:5\n',
    );
  });

  test('"DNS search domain list limits": 32 domains, 2048 characters', () => {
    const searches = Array.from({ length: 33 }, (_, index) => `d${index}`);
    expect(podResolvConf(pod({ dnsConfig: { searches } }), node).searches).toHaveLength(32);
    const long = {
      dnsConfig: { searches: searches.slice(0, 10).map((each) => each.padEnd(250, 'x')) },
    };
    expect(podResolvConf(pod(long), node).searches.join(' ').length).toBeLessThanOrEqual(2048);
  });
});

describe('dns-pod-service.md: DNS resolution on Windows nodes', () => {
  test('kubernetes and the full name resolve, partially qualified names do not', () => {
    const resolvConf = podResolvConf(pod({}), { clusterDNS: ['10.32.0.10'] });
    const full = 'kubernetes.default.svc.cluster.local';
    expect(candidates('kubernetes', resolvConf, 'windows')).toEqual([full]);
    expect(candidates(full, resolvConf, 'windows')).toEqual([full]);
    expect(candidates('kubernetes.default', resolvConf, 'windows')).not.toContain(full);
    expect(candidates('kubernetes.default.svc', resolvConf, 'windows')).not.toContain(full);
  });
});

describe('dns-debugging-resolution.md', () => {
  const text =
    'search default.svc.cluster.local svc.cluster.local cluster.local google.internal c.gce_project_id.internal\nnameserver 10.0.0.10\noptions ndots:5\n';

  test('"Check the local DNS configuration first": the file of a Pod on a cloud', () => {
    const resolvConf =
      'search google.internal c.gce_project_id.internal\nnameserver 169.254.169.254\n';
    const { nameservers, searches, options } = podResolvConf(pod({}), {
      clusterDNS: ['10.0.0.10'],
      resolvConf,
    });
    expect({ nameservers, searches, options }).toEqual(parseResolvConf(text));
  });

  test('"Are you in the right namespace for the service?": <service-name>.<namespace> names it', () => {
    const resolvConf = parseResolvConf(text);
    expect(candidates('kubernetes.default', resolvConf)[1]).toBe(
      'kubernetes.default.svc.cluster.local',
    );
    expect(candidates('data', resolvConf)[0]).toBe('data.default.svc.cluster.local');
  });

  test('"Known issues": at most 3 name servers, one of them for the cluster', () => {
    const resolvConf = 'nameserver 192.0.2.1\nnameserver 192.0.2.2\nnameserver 192.0.2.3\n';
    const dnsConfig = { nameservers: ['10.0.0.10'] };
    const { nameservers, omitted } = podResolvConf(pod({ dnsPolicy: 'Default', dnsConfig }), {
      resolvConf,
    });
    expect(nameservers).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
    expect(omitted.nameservers).toEqual(['10.0.0.10']);
  });
});
