import { fileURLToPath } from 'node:url';
import { bundle, gzippedBytes } from '@kubesem/consumers/bundle';

/** What an import costs in a bundle. */
export interface Size {
  /** The package. */
  readonly package: string;
  /** What is imported. */
  readonly names: string;
  /** Bytes, bundled for the browser with everything that it needs, minified, by gzip -9. */
  readonly bytes: number;
}

/** All about image references. */
export const IMAGE_REFERENCES =
  'parseImage, safeParseImage, parseReference, safeParseReference, formatImage, familiarName, pullName, explainImage';

/** The names of DNS alone. */
export const DNS_NAMES = 'serviceName, podName, endpointName, srvName, reverseName';

const imports = [
  ['@kubesem/core', '*'],
  ['@kubesem/quantity', 'parseQuantity'],
  ['@kubesem/quantity', '*'],
  ['@kubesem/resources', 'podRequests, podLimits'],
  ['@kubesem/resources', 'explainPodRequests, explainPodLimits'],
  ['@kubesem/resources', 'applyPodDefaults'],
  ['@kubesem/resources', 'podResourceWarnings'],
  ['@kubesem/resources', '*'],
  ['@kubesem/qos', 'podQosClass'],
  ['@kubesem/qos', 'containerOomScoreAdj'],
  ['@kubesem/qos', 'podCgroups, qosCgroups'],
  ['@kubesem/qos', 'rankForEviction'],
  ['@kubesem/qos', '*'],
  ['@kubesem/image', 'parseImage'],
  ['@kubesem/image', IMAGE_REFERENCES],
  ['@kubesem/dns', DNS_NAMES],
  ['@kubesem/dns', 'buildZone, query'],
  ['@kubesem/dns', '*'],
  ['@kubesem/apf', 'classify'],
  ['@kubesem/apf', 'ApfController'],
  ['@kubesem/apf', 'ApfController, simulate'],
  ['@kubesem/apf', '*'],
  ['@kubernetes/client-node/dist/util.js', 'quantityToScalar, totalForResource'],
  ['k8s-resource-parser', 'cpuParser, memoryParser'],
  ['kubernetes-resource-parser', 'cpuParser, memoryParser'],
  ['@swimlane/docker-reference', 'parseFamiliarName'],
  ['docker-parse-image', 'default'],
  ['parse-docker-image-name', 'default'],
  ['docker-image-parser', 'default'],
] as const;

/**
 * Measures what the packages and their peers cost in a bundle.
 *
 * @returns the sizes, `*` for all names of a package
 */
export async function measureSizes(): Promise<Size[]> {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const sizes: Size[] = [];
  for (const [file, names] of imports) {
    const list = names === '*' ? '*' : `{ ${names} }`;
    const code = await bundle(`export ${list} from '${file}'`, folder);
    sizes.push({ package: file, names, bytes: gzippedBytes(code) });
  }
  return sizes;
}
