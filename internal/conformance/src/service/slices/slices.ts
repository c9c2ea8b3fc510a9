import { isIP } from 'node:net';
import type { EndpointSlice, Pod } from '@kubesem/core';
import { applyServiceDefaults } from '@kubesem/defaults/service';
import {
  type EndpointSlicePlan,
  endpointSlicePlan,
  explainStoredSlices,
  topologyHints,
} from '@kubesem/service';
import type { Operation } from '../../harness/operation.js';
import { exactText } from '../text.js';
import { keyOf, portsText, type SlicesAnswer } from './answer.js';
import { cluster, type SlicesCase } from './cluster.js';
import { isSameUpToTies, zoneCounts } from './hint-counts.js';
import { explainedProblems, takesName, writtenProblems } from './stored-problems.js';

/** Whether Go cannot read an address of the Pod; it reads leading zeros in IPv4 addresses. */
function hasUnreadableAddress({ status }: Pod): boolean {
  const isReadable = (ip: string) =>
    isIP(ip.includes(':') ? ip : ip.replace(/(^|\.)0+(?=\d)/g, '$1')) !== 0;
  const ips = (status?.podIPs ?? []).map((each) => each.ip ?? '');
  return [...ips, ...(status?.podIP ? [status.podIP] : [])].some((ip) => !isReadable(ip));
}

/** Which endpoints are in which stored slice, before and after. Go picks at random where new endpoints go. */
function keptLines(existing: readonly EndpointSlice[], { update, delete: gone }: SlicesAnswer) {
  const updates = new Map(update.map((slice) => [slice.metadata?.name, slice]));
  return existing.flatMap((before) => {
    const name = before.metadata?.name;
    const written = gone.includes(name ?? '') ? undefined : (updates.get(name) ?? before);
    // With other ports it is a new slice that took a name at random.
    const isSame = portsText(written?.ports) === portsText(before.ports);
    const after = isSame ? written : undefined;
    const keys = new Set((before.endpoints ?? []).map(keyOf));
    const kept = (after?.endpoints ?? []).filter((endpoint) => keys.has(keyOf(endpoint)));
    return kept.length === 0 ? [] : [`${name} ${exactText(kept.map(keyOf).sort())}`];
  });
}

/**
 * Whether the number of updates depends on the slice that Go draws: equally full slices can take what is left, and one
 * of them may be written anyway, because its hints go.
 */
function isUpdateDrawn(existing: readonly EndpointSlice[]): boolean {
  const hasHints = existing.some(({ endpoints }) => endpoints?.some(({ hints }) => hints));
  const lengths = existing.map(({ addressType, ports, endpoints }) =>
    exactText([addressType, portsText(ports), endpoints?.length ?? 0]),
  );
  return hasHints && new Set(lengths).size < lengths.length;
}

/** Slices that are written, without names; their endpoints apart. */
function shapeLines(slices: readonly EndpointSlice[]): readonly string[] {
  return slices
    .map(({ metadata, addressType, ports, endpoints }) => {
      const { namespace, labels } = metadata ?? {};
      return exactText([{ namespace, labels }, addressType, ports, endpoints?.length ?? 0]);
    })
    .sort();
}

/** The annotations of the stored slices that both write. Of equally full slices, Go fills one at random. */
function annotationLines(
  existing: readonly EndpointSlice[],
  { update }: SlicesAnswer,
  other: SlicesAnswer,
): readonly string[] {
  return existing.flatMap(({ metadata, ports }) => {
    // With other ports it is a new slice that took a name at random.
    const written = [update, other.update].map((slices) =>
      slices.find(
        (slice) =>
          slice.metadata?.name === metadata?.name && portsText(slice.ports) === portsText(ports),
      ),
    );
    const [slice] = written;
    return slice && written[1]
      ? [`${metadata?.name} ${exactText(slice.metadata?.annotations ?? {})}`]
      : [];
  });
}

function endpointLines(
  existing: readonly EndpointSlice[],
  { create, update, delete: gone }: SlicesAnswer,
  withHints: boolean,
): readonly string[] {
  const changed = new Set([...update.map(({ metadata }) => metadata?.name), ...gone]);
  const left = existing.filter(({ metadata }) => !changed.has(metadata?.name));
  return [...create, ...update, ...left]
    .flatMap(({ addressType, ports, endpoints }) =>
      (endpoints ?? []).map(({ hints, ...endpoint }) => {
        const addresses = [...(endpoint.addresses ?? [])].sort();
        const shown = withHints ? hints : undefined;
        return exactText([addressType, portsText(ports), { ...endpoint, addresses, hints: shown }]);
      }),
    )
    .sort();
}

/** The slices of one family after all changes. */
function familySlices(
  existing: readonly EndpointSlice[],
  { create, update, delete: gone }: SlicesAnswer,
  family: string,
): readonly EndpointSlice[] {
  const changed = new Set([...update.map(({ metadata }) => metadata?.name), ...gone]);
  const left = existing.filter(({ metadata }) => !changed.has(metadata?.name));
  return [...create, ...update, ...left].filter(({ addressType }) => addressType === family);
}

/** Which family the controller handles first is random, and hints are enabled once. */
function eventLines(events: readonly string[]): readonly string[] {
  return events.map((event) => event.replace(/(enabled, addressType: ).*/, '$1')).sort();
}

function ourAnswer(changes: EndpointSlicePlan): SlicesAnswer {
  return {
    ...changes,
    delete: changes.delete.map(({ metadata }) => metadata?.name ?? ''),
    events: changes.events.map(({ type, reason, message }) => `${type} ${reason} ${message}`),
    retried: changes.isRetried,
  };
}

function ours({ service, pods, nodes, existing, max }: SlicesCase): SlicesAnswer {
  const stored = applyServiceDefaults(service);
  return ourAnswer(
    endpointSlicePlan(
      stored,
      { pods, nodes, endpointSlices: existing },
      { maxEndpointsPerSlice: max },
    ),
  );
}

const slices: Operation = {
  name: 'service.slices',
  program: 'kubernetes',
  candidates: 2000,
  *examples() {
    const labels = { app: 'web' };
    const spec = { selector: labels, ports: [{ port: 80 }], ipFamilies: ['IPv4'] };
    const service = { metadata: { name: 'web', namespace: 'shop', uid: 'u1' }, spec };
    const nodes = [{ metadata: { name: 'n1' } }];
    const pods = Array.from({ length: 250 }, (_, index) => ({
      metadata: { name: `p${index}`, namespace: 'shop', labels },
      spec: { nodeName: 'n1' },
      status: { podIPs: [{ ip: `10.0.1.${index}` }] },
    }));
    yield { service, pods, nodes, existing: [], max: 100 };
    yield { service, pods: [], nodes, existing: [], max: 100 };
    yield { service: { ...service, spec: {} }, pods, nodes, existing: [], max: 100 };
  },
  generate: cluster,
  compare(input, theirs, comparison) {
    const given = input as unknown as SlicesCase;
    // Stored objects have names and namespaces, and the API server rejects addresses that Go cannot read.
    const isStored =
      Boolean(given.service.metadata?.namespace) &&
      [...given.pods, ...given.existing].every(({ metadata }) => metadata?.name);
    if (!isStored || JSON.stringify(theirs.out).includes('<nil>')) {
      return;
    }
    // Of a Service that is being deleted, no slice is created that would show such an address, but its events count it.
    if (given.service.metadata?.deletionTimestamp && given.pods.some(hasUnreadableAddress)) {
      return;
    }
    const wanted = theirs.out as unknown as SlicesAnswer;
    const found = ours(given);
    const { existing } = given;
    const isDrawn = isUpdateDrawn(existing);
    const counts = ({ create, update, delete: gone }: SlicesAnswer) =>
      [create.length, isDrawn ? 'drawn' : update.length, gone.length].join();
    comparison.field('counts', counts(wanted), counts(found));
    comparison.field('retried', wanted.retried, found.retried);
    const events = (answer: SlicesAnswer) => eventLines(answer.events).join('\n');
    comparison.field('events', events(wanted), events(found));
    const shapes = ({ create, update }: SlicesAnswer) =>
      isDrawn ? '' : shapeLines([...create, ...update]).join('\n');
    comparison.field('shapes', shapes(wanted), shapes(found));
    const annotations = (answer: SlicesAnswer, other: SlicesAnswer) =>
      annotationLines(existing, answer, other).join('\n');
    comparison.field('annotations', annotations(wanted, found), annotations(found, wanted));
    const kept = (answer: SlicesAnswer) => keptLines(existing, answer).join('\n');
    comparison.field('kept', kept(wanted), kept(found));
    const withHints = !/"service\.kubernetes\.io\/topology/.test(JSON.stringify(given.service));
    const endpoints = (answer: SlicesAnswer) =>
      endpointLines(existing, answer, withHints).join('\n');
    comparison.field('endpoints', endpoints(wanted), endpoints(found));
    if (!isDrawn && !takesName(existing, wanted) && !takesName(existing, found)) {
      const { service, pods, nodes, max } = given;
      const stored = applyServiceDefaults(service);
      const options = { maxEndpointsPerSlice: max };
      const explained = explainStoredSlices(
        stored,
        { pods, nodes, endpointSlices: existing },
        options,
      );
      comparison.field(
        'problems',
        writtenProblems(existing, wanted).join('\n'),
        explainedProblems(existing, explained).join('\n'),
      );
    }
    for (const family of ['IPv4', 'IPv6']) {
      const own = familySlices(existing, found, family);
      const counts = zoneCounts(familySlices(existing, wanted, family));
      const zones = topologyHints(own, { nodes: given.nodes }).families[0]?.zones ?? [];
      const hasKept = own.some((slice) => existing.includes(slice));
      if (!isSameUpToTies(counts, zoneCounts(own), zones, hasKept)) {
        const ownCounts = exactText([...zoneCounts(own)]);
        comparison.field(`hints ${family}`, exactText([...counts]), ownCounts);
      }
    }
  },
  kind: (input, { out }) => {
    const { create, update, delete: gone, events, retried } = out as unknown as SlicesAnswer;
    const { service } = input as unknown as SlicesCase;
    const most = (list: readonly unknown[]) => Math.min(2, list.length);
    const [event = ''] = eventLines(events);
    const distribution = service.spec?.trafficDistribution;
    return [
      most(create),
      most(update),
      most(gone),
      event.replace(/\(.*/, ''),
      retried,
      distribution,
    ].join();
  },
};

/** Which EndpointSlices the controller writes. */
export const sliceOperations: readonly Operation[] = [slices];
