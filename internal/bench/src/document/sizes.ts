import { fileURLToPath } from 'node:url';
import { bundle, gzippedBytes } from '@kubesem/consumers/bundle';
import { SIZE_BUDGETS } from '@kubesem/consumers/sizes';

/** Bundle size of an import. */
export interface Size {
  /** Package, or the file in it. */
  readonly package: string;
  /** Imported names, separated by commas, or `*` for all. */
  readonly names: string;
  /** Bytes of the bundle: for the browser, with everything it needs, minified, `gzip -9`. */
  readonly bytes: number;
  /** Limit of the bytes, for our packages. */
  readonly budget?: number;
}

/** Other packages with some of the same functions. */
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
 * Measures the bundle sizes of imports from our packages and their peers.
 *
 * @returns the sizes
 */
export async function measureSizes(): Promise<Size[]> {
  const peers = fileURLToPath(new URL('..', import.meta.url));
  const ours = fileURLToPath(new URL('../../consumers', import.meta.url));
  const imports = [
    ...SIZE_BUDGETS.map(({ package: name, names, bytes }) => ({
      folder: ours,
      package: `@kubesem/${name}`,
      names,
      budget: bytes,
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
