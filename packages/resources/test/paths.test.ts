import { FieldError, formatFieldPath, type PodLike } from '@kubesem/core';
import {
  applyResourceDefaults,
  explainPodLimits,
  explainPodRequests,
  podDeclaredResources,
  podLimits,
  podRequests,
} from '@kubesem/resources';
import { podLevelResources } from '@kubesem/resources/internal';
import { describe, expect, test } from 'vitest';
import { broken, places } from './places.js';

const resources = (cpu: string) => ({
  requests: { cpu },
  limits: { cpu: `2${cpu}`, 'example.com/gpu': '3' },
  claims: [{ name: 'gpu', request: 'half' }],
});
const status = (name: string, cpu: string) => ({
  name,
  allocatedResources: { cpu },
  resources: resources(`1${cpu}`),
});

/** A Pod with every field that something reads. */
const pod = {
  spec: {
    initContainers: [{ name: 'init', restartPolicy: 'Always', resources: resources('11') }],
    containers: [{ name: 'a' }, { name: 'b', resources: resources('12') }],
    ephemeralContainers: [{ name: 'debug', resources: resources('13') }],
    resources: resources('14'),
    resourceClaims: [{ name: 'gpu' }],
    overhead: { cpu: '15', memory: '16' },
  },
  status: {
    conditions: [{ type: 'PodResizePending' }],
    containerStatuses: [status('a', '21'), status('b', '22')],
    initContainerStatuses: [status('init', '23')],
    ephemeralContainerStatuses: [status('debug', '24')],
    resources: resources('25'),
    allocatedResources: { cpu: '26' },
    nodeAllocatableResourceClaimStatuses: [
      {
        containers: ['a'],
        mapping: [{ name: 'cpu', quantity: '31' }],
        overhead: [{ name: 'cpu', perPod: '32', perContainer: '33' }],
      },
    ],
  },
};

const options = {
  useStatusResources: true,
  inPlacePodLevelResourcesVerticalScalingEnabled: true,
  useDRANodeAllocatableResourceClaimStatus: true,
};
/** Reads the status of the containers, not that of the Pod as a whole. */
const ofContainers = { useStatusResources: true };

const readers: readonly (readonly [string, (pod: PodLike) => unknown])[] = [
  ['podRequests', (value) => podRequests(value, options)],
  ['podRequests', (value) => podRequests(value, ofContainers)],
  ['podLimits', (value) => podLimits(value, options)],
  ['podLimits', (value) => podLimits(value, ofContainers)],
  ['explainPodRequests', (value) => explainPodRequests(value, options)],
  ['explainPodLimits', (value) => explainPodLimits(value, options)],
  ['applyResourceDefaults', applyResourceDefaults],
  ['podDeclaredResources', podDeclaredResources],
  ['podLevelResources', podLevelResources],
];

/** The functions that reject a Pod, each with the path that it names. */
function rejections(value: PodLike): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, read] of readers) {
    try {
      read(value);
    } catch (error) {
      expect(error, name).toBeInstanceOf(FieldError);
      found.set(name, formatFieldPath((error as FieldError).problem.segments));
    }
  }
  return found;
}

const inSpec = ['podRequests', 'podLimits', 'applyResourceDefaults', 'podDeclaredResources'];
/** Places, and the functions that read them. */
const mustReject: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^spec\.(initContainers|containers)(\[\d\](\.(name|restartPolicy|resources))?)?$/, inSpec],
  [/^spec\.ephemeralContainers/, ['applyResourceDefaults']],
  [
    /^spec\.(init)?[cC]ontainers\[\d\]\.resources\.requests/,
    ['podRequests', 'applyResourceDefaults'],
  ],
  [/^spec\.(init)?[cC]ontainers\[\d\]\.resources\.limits/, ['podLimits', 'applyResourceDefaults']],
  [/^spec\.(resources|overhead)\.(requests|cpu)/, ['podRequests', 'podDeclaredResources']],
  [/^spec\.resources\.limits/, ['podLimits', 'podDeclaredResources']],
  [/^spec.*\.(claims|resourceClaims)/, ['applyResourceDefaults']],
  [/^status\.(init)?[cC]ontainerStatuses(\[\d\](\.(name|resources))?)?$/, ['podRequests']],
  [/^status\.(init)?[cC]ontainerStatuses\[\d\]\.(allocated|resources\.req)/, ['podRequests']],
  [/^status\.(init)?[cC]ontainerStatuses\[\d\]\.resources\.limits/, ['podLimits']],
  [/^status\.(resources\.(requests|limits)|allocatedResources)/, ['podRequests', 'podLimits']],
  [/^status\.(init|eph|con)\w+Statuses\[\d\]\.(name|res|alloc)/, ['applyResourceDefaults']],
  [/^status\.nodeAllocatable\w+(\[0\](\.(mapping|overhead)(\[0\]\.\w+)?)?)?$/, ['podRequests']],
];

/** All except the spec: without it, there is no Pod. */
const fields = places(pod).filter((place) => formatFieldPath(place) !== 'spec');

describe('a field that cannot be read', () => {
  test.each(fields.map((place) => [formatFieldPath(place), place] as const))(
    '%s is named by its path',
    (path, place) => {
      const value = broken(pod, place) as PodLike;
      const found = rejections(value);
      expect(new Set(found.values())).toEqual(new Set(found.size > 0 ? [path] : []));
      for (const [pattern, names] of mustReject) {
        const silent = names.filter((name) => !found.has(name));
        expect(pattern.test(path) ? silent : []).toEqual([]);
      }
    },
  );

  test('is named from the spec on where a spec was passed in', () => {
    for (const [first, ...place] of fields.filter(([first]) => first === 'spec')) {
      const found = rejections(broken(pod[first as 'spec'], place) as PodLike);
      expect(new Set(found.values())).toEqual(new Set([formatFieldPath(place)]));
    }
  });
});
