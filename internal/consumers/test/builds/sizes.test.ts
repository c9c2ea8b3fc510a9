import type { Plugin } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { bundle, gzippedBytes } from '../../src/bundle.mjs';
import { libraries, root } from '../../src/workspace.js';

const folder = `${root}internal/consumers`;
const quantityBytes = 4 * 1024;

/** All about one Pod but the warnings, which follow the validation of the API server rule by rule. */
const ofOnePod =
  'applyPodDefaults, explainPodLimits, explainPodRequests, podContainers, podDeclaredResources, podLevelResources, podLimits, podRequests, PodResourcesError, readQuantity, validatePodResources';

/** What Pods take of nodes. */
const ofNodes =
  'allocateNodes, clusterAllocator, explainNodeAllocation, formatNodeAllocation, nodeAllocation';

/** All about image references. */
const imageReferences =
  'parseImage, safeParseImage, parseReference, safeParseReference, formatImage, familiarName, pullName, explainImage';

/** All names but those of a Pod's host, for which its shape is told apart, too. */
const dnsNames = 'serviceName, podName, endpointName, srvName, reverseName';

/** The most that imports may cost, family included: bytes, minified, by gzip -9. */
const limits: readonly (readonly [name: string, names: string, limit: number])[] = [
  ['core', '*', 2.5 * 1024],
  ['quantity', '*', quantityBytes],
  ['resources', '{ podRequests, podLimits }', quantityBytes + 3 * 1024],
  ['resources', '{ explainPodRequests, explainPodLimits }', quantityBytes + 3.25 * 1024],
  ['resources', `{ ${ofOnePod} }`, quantityBytes + 5.5 * 1024],
  ['resources', `{ ${ofNodes} }`, quantityBytes + 7 * 1024],
  ['resources', '{ clusterFitter, fitsNode, headroom }', quantityBytes + 6 * 1024],
  ['resources', '{ resourceKind, resourceAmountErrors }', quantityBytes + 1024],
  ['resources', '{ resourceFieldValue }', quantityBytes + 1.25 * 1024],
  ['resources', '{ emptyDirVolumes, localStorageEviction }', quantityBytes + 3.75 * 1024],
  ['resources', '{ applyLimitRanges, podLimitRangeViolations }', quantityBytes + 4.25 * 1024],
  ['resources', '{ quotaUsage, checkQuota }', quantityBytes + 6 * 1024],
  ['resources', '{ podResourceWarnings }', quantityBytes + 5.5 * 1024],
  ['qos', '{ explainPodQosClass, podQosClass }', quantityBytes + 3 * 1024],
  ['qos', '{ containerOomScoreAdj, explainContainerOomScoreAdj }', quantityBytes + 4.5 * 1024],
  ['qos', '{ explainPodCgroups, podCgroups, qosCgroups }', quantityBytes + 5 * 1024],
  ['qos', '{ explainEvictionRanking, rankForEviction }', quantityBytes + 4.5 * 1024],
  ['dns', `{ ${dnsNames} }`, 2000],
  ['dns', '{ podHostname, podFqdn }', 1.5 * 1024],
  ['dns', '{ podResolvConf, nodeResolvConfWarnings, formatResolvConf }', 3.5 * 1024],
  ['dns', '{ searchCandidates }', 2.25 * 1024],
  ['dns', '{ buildZone, query }', 5.5 * 1024],
  ['dns', '{ explainLookup }', 9 * 1024],
  ['image', `{ ${imageReferences} }`, 3 * 1024],
  // 2 kB of it refuse what the API server would refuse, and 2.8 kB are the SHA-256 of a library.
  ['apf', '{ ApfController }', 15.75 * 1024],
  ['apf', '{ QueueSet, VirtualClock }', 4.25 * 1024],
  ['apf', '{ classify, requestFromUrl }', 4 * 1024],
  ['apf', '{ metricsObserver, APF_METRICS }', 2.75 * 1024],
];

/** Hides from the bundler that the packages have no side effects: it has to find that out by itself. */
const withoutPromise: Plugin = {
  name: 'without-promise',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@kubesem\// }, async ({ path, pluginData, ...options }) => {
      if (pluginData === 'asked') {
        return undefined;
      }
      const resolved = await resolve(path, { ...options, pluginData: 'asked' });
      return { path: resolved.path, sideEffects: true };
    });
  },
};

test.each(limits)('of @kubesem/%s, %s costs at most %d bytes', async (name, names, limit) => {
  const code = await bundle(`export ${names} from '@kubesem/${name}'`, folder);
  expect(gzippedBytes(code)).toBeLessThanOrEqual(limit);
});

test('an import of one constant costs that constant', async () => {
  const code = await bundle(`export { KUBERNETES_VERSION } from '@kubesem/core'`, folder);
  expect(code.length).toBeLessThanOrEqual(60);
});

describe.each(libraries.filter((name) => name !== 'inspect'))('@kubesem/%s', (name) => {
  test('an import of nothing leaves nothing behind', async () => {
    expect(await bundle(`import '@kubesem/${name}'`, folder)).toBe('');
  });

  test('an unused import leaves nothing behind', async () => {
    const code = await bundle(`import * as unused from '@kubesem/${name}'`, folder, [
      withoutPromise,
    ]);
    expect(code).toBe('');
  });
});
