// The numbers of the first page, read from the generated reports.
import { readFileSync } from 'node:fs';
import { DOCS } from '../../places.js';

/** What the first page shows. */
export interface Figures {
  /** Number of operations that are compared, as text: a browser takes long to load how to write numbers. */
  readonly operations: string;
  /** Number of recorded cases. */
  readonly vectors: string;
  /** Number of random cases. */
  readonly fuzzed: string;
  /** Kubernetes release. */
  readonly release: string;
  /** What an import adds to a bundle, compressed. */
  readonly sizes: readonly { names: string; bytes: number }[];
}

/** Imports whose sizes are shown. */
const SHOWN = ['parseQuantity', 'podRequests, podLimits', 'parseImage', 'explainLookup'];

declare const data: Figures;

export { data };

export default {
  watch: [`${DOCS}conformance.md`, `${DOCS}performance.md`],
  load(): Figures {
    const conformance = readFileSync(`${DOCS}conformance.md`, 'utf8');
    const performance = readFileSync(`${DOCS}performance.md`, 'utf8');
    const rows = [
      ...conformance.matchAll(/^\| [\w-]+ \| `[\w.]+` \| ([\d,]+) \| ([\d,]+) \|/gm),
    ].map(([, vectors, fuzzed]) => [number(vectors), number(fuzzed)] as const);
    const sizes = [...performance.matchAll(/^\| `@kubesem\/[\w-]+` \| `([^`]+)` \| ([\d,]+) \|/gm)];
    return {
      operations: text(rows.length),
      vectors: text(rows.reduce((sum, [vectors]) => sum + vectors, 0)),
      fuzzed: text(rows.reduce((sum, [, fuzzed]) => sum + fuzzed, 0)),
      release: /\*\*Kubernetes v([\d.]+)\*\*/.exec(conformance)?.[1] ?? '',
      sizes: SHOWN.flatMap((shown) =>
        sizes
          .filter(([, names]) => names === shown)
          .map(([, names = '', bytes]) => ({ names, bytes: number(bytes) })),
      ),
    };
  },
};

const number = (text = ''): number => Number(text.replaceAll(',', ''));
const text = (value: number): string =>
  value >= 1_000_000 ? `${Math.floor(value / 1_000_000)} million` : value.toLocaleString('en-US');
