import type { Pod } from '@kubesem/core';
import { podFqdn, podHostname } from '@kubesem/dns';
import { attempt } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';

/** A label of any length up to the limit, mostly valid. */
function label(random: Random): string {
  const length = random.pick([1, 3, 5, 8, 20, 40, 62, 63]);
  const text = Array.from({ length }, () => random.pick([...'abz09-'])).join('');
  return text.replace(/^-/, 'a').replace(/-$/, 'z');
}

const WRONG_NAMES = [
  '',
  ...words('. -a a- A a_b'),
  ...['a b', 'ä', 'a..b', 'a.', `a${'b'.repeat(63)}`],
];

/** A domain name of up to 253 characters. */
export function subdomain(random: Random): string {
  const labels = Array.from({ length: 1 + random.below(5) }, () => label(random));
  let text = labels.join('.').slice(0, 253);
  while (/[-.]$/.test(text)) {
    text = text.slice(0, -1);
  }
  return text;
}

/** The metadata of a Pod. */
export function metadata(random: Random): JsonObject {
  return {
    name: random.percent(50) ? label(random) : subdomain(random),
    namespace: random.percent(70) ? random.pick(['default', 'prod', 'x']) : label(random),
    uid: random.pick(['1', '5d4f-11', '']),
  };
}

/** A Pod with the fields that decide its host name. */
export function hostnamePod(random: Random): JsonObject {
  const name = () => (random.percent(12) ? random.pick(WRONG_NAMES) : label(random));
  return {
    metadata: metadata(random),
    spec: {
      ...random.maybe(50, () => ({ hostname: random.percent(5) ? null : name() })),
      ...random.maybe(50, () => ({ subdomain: random.percent(5) ? null : name() })),
      ...random.maybe(50, () => ({ setHostnameAsFQDN: random.pick([true, true, false, null]) })),
      ...random.maybe(15, () => ({ hostNetwork: random.pick([true, true, false, null]) })),
      ...random.maybe(20, () => ({
        hostnameOverride: random.pick([subdomain(random), subdomain(random), name(), null]),
      })),
    },
  };
}

/** Hand-picked host names. */
export function* hostnamePods(): Iterable<JsonObject> {
  for (const length of [62, 63, 64, 65, 253]) {
    for (const character of ['a', 'a-', 'a.', '-', '.', 'ä']) {
      const name = `x${character.repeat(length)}`.slice(0, length - 1);
      const pod = { name: `${name}z`, namespace: 'prod', uid: '7' };
      yield { metadata: { ...pod, name: 'web' }, spec: { hostname: `${name}z`, subdomain: 'bar' } };
      yield { metadata: { ...pod, name: 'web' }, spec: { hostnameOverride: `${name}z` } };
      // The API server accepts only these as names of Pods.
      if (/^[a-]/.test(character)) {
        yield { metadata: pod, spec: {} };
        yield { metadata: pod, spec: { subdomain: 'bar', setHostnameAsFQDN: true } };
      }
    }
  }
  for (const wrong of WRONG_NAMES) {
    for (const field of ['hostname', 'subdomain', 'hostnameOverride']) {
      yield { metadata: { name: 'web', namespace: 'prod', uid: '7' }, spec: { [field]: wrong } };
    }
  }
  for (const length of [33, 34, 35, 36, 37]) {
    // foo.<subdomain>.prod.svc.cluster.local, around the kernel's limit of 64.
    yield {
      metadata: { name: 'foo', namespace: 'prod', uid: '7' },
      spec: { subdomain: 'b'.repeat(length), setHostnameAsFQDN: true },
    };
  }
}

const CLUSTER_DOMAINS = ['cluster.local', 'k8s.example.com', 'x'];

/** A Pod of `default` without its namespace, as in a manifest. */
function asWritten(pod: Pod): Pod {
  const { namespace, ...metadata } = pod.metadata ?? {};
  return namespace === 'default' ? { ...pod, metadata } : pod;
}

const hostname: Operation = {
  name: 'dns.hostname',
  program: 'kubernetes',
  examples: () => [...hostnamePods()].map((pod) => ({ pod, clusterDomain: 'cluster.local' })),
  generate: (random) => ({ pod: hostnamePod(random), clusterDomain: random.pick(CLUSTER_DOMAINS) }),
  compare(input, theirs, comparison) {
    const { clusterDomain } = input as { clusterDomain: string };
    const pod = asWritten((input as JsonObject).pod as Pod);
    const ours = attempt(() => podHostname(pod, { clusterDomain }));
    const fqdn = attempt(() => podFqdn(pod, { clusterDomain }));
    if (theirs.err !== undefined) {
      comparison.field('error', 'NAME_INVALID', ours.code);
      comparison.field('error of the full name', 'NAME_INVALID', fqdn.code);
      return;
    }
    const out = theirs.out as { [field in 'hostname' | 'domain' | 'nodename']?: string };
    // The kubelet sets neither for Pods on the host network.
    const isApart = pod.spec?.hostNetwork !== true;
    comparison.field('host name', isApart ? out.nodename : undefined, ours.value);
    comparison.field(
      'error',
      isApart && out.nodename === undefined ? 'FQDN_TOO_LONG' : undefined,
      ours.code,
    );
    const full = isApart && out.domain !== '' ? `${out.hostname}.${out.domain}` : undefined;
    comparison.field('full name', full, fqdn.value);
  },
  kind(input, theirs) {
    const { spec = {} } = (input as JsonObject).pod as { spec?: JsonObject };
    return `${theirs.err},${Object.keys((theirs.out ?? {}) as JsonObject)},${Object.entries(spec)
      .map(([field, value]) => `${field} ${kindOf(value)}`)
      .sort()}`;
  },
};

function kindOf(value: Json): string {
  return typeof value === 'string' ? (value === '' ? 'empty' : 'text') : String(value);
}

/** Host names of Pods. */
export const hostnameOperations: readonly Operation[] = [hostname];
