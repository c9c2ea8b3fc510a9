import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** What an import costs in a bundle. */
export interface Size {
  /** The package. */
  readonly package: string;
  /** What is imported. */
  readonly names: string;
  /** Bytes, bundled for the browser with everything that it needs, minified, by gzip -9. */
  readonly bytes: number;
}

const imports = [
  ['@kubesem/core', '*'],
  ['@kubesem/quantity', 'parseQuantity'],
  ['@kubesem/quantity', '*'],
  ['@kubesem/resources', 'podRequests, podLimits'],
  ['@kubesem/resources', 'explainPodRequests, explainPodLimits'],
  ['@kubesem/resources', 'applyPodDefaults'],
  ['@kubesem/resources', '*'],
  ['@kubesem/qos', 'podQosClass'],
  ['@kubesem/qos', '*'],
  ['@kubernetes/client-node/dist/util.js', 'quantityToScalar, totalForResource'],
  ['k8s-resource-parser', 'cpuParser, memoryParser'],
  ['kubernetes-resource-parser', 'cpuParser, memoryParser'],
] as const;

async function bundledBytes(file: string, names: string): Promise<number> {
  const list = names === '*' ? '*' : `{ ${names} }`;
  const { outputFiles } = await build({
    stdin: {
      contents: `export ${list} from '${file}'`,
      resolveDir: fileURLToPath(new URL('..', import.meta.url)),
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2019',
    logLevel: 'error',
    tsconfigRaw: '{}',
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

/**
 * Measures what the packages and their peers cost in a bundle.
 *
 * @returns the sizes, `*` for all names of a package
 */
export async function measureSizes(): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const [file, names] of imports) {
    sizes.push({ package: file, names, bytes: await bundledBytes(file, names) });
  }
  return sizes;
}
