import { fileURLToPath } from 'node:url';
import { bundle, gzippedBytes } from '@kubesem/consumers/bundle';
import { SIZE_BUDGETS } from '@kubesem/consumers/sizes';

/** What an import costs in a bundle. */
export interface Size {
  /** The package. */
  readonly package: string;
  /** What is imported. */
  readonly names: string;
  /** Bytes, bundled for the browser with everything that it needs, minified, by gzip -9. */
  readonly bytes: number;
  /** The most that it may cost, of our own packages. */
  readonly budget?: number;
}

/** Packages of others that do a part of the same. */
const PEERS = [
  ['@kubernetes/client-node/dist/util.js', 'quantityToScalar, totalForResource'],
  ['k8s-resource-parser', 'cpuParser, memoryParser'],
  ['kubernetes-resource-parser', 'cpuParser, memoryParser'],
  ['@swimlane/docker-reference', 'parseFamiliarName'],
  ['docker-parse-image', 'default'],
  ['parse-docker-image-name', 'default'],
  ['docker-image-parser', 'default'],
] as const;

/**
 * Measures what imports of our packages and of their peers cost in a bundle.
 *
 * @returns the sizes, `*` for all names of a package
 */
export async function measureSizes(): Promise<Size[]> {
  const peers = fileURLToPath(new URL('..', import.meta.url));
  const ours = fileURLToPath(new URL('../../consumers', import.meta.url));
  const imports = [
    ...SIZE_BUDGETS.map((budget) => ({
      folder: ours,
      package: `@kubesem/${budget.package}`,
      names: budget.names,
      budget: budget.bytes,
    })),
    ...PEERS.map(([name, names]) => ({ folder: peers, package: name, names })),
  ];
  const sizes: Size[] = [];
  for (const { folder, ...each } of imports) {
    const list = each.names === '*' ? '*' : `{ ${each.names} }`;
    const code = await bundle(`export ${list} from '${each.package}'`, folder);
    sizes.push({ ...each, bytes: gzippedBytes(code) });
  }
  return sizes;
}
