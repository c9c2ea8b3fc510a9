// What `explainStoredSlices` says about stored slices, and the same from what the controller writes over them.
import type { Endpoint, EndpointSlice, Problem } from '@kubesem/core';
import { exactText } from '../text.js';
import { keyOf, portsText, type SlicesAnswer } from './answer.js';

type Counts = Map<string, number>;

function count(counts: Counts, code: string, number = 1): void {
  if (number > 0) {
    counts.set(code, (counts.get(code) ?? 0) + number);
  }
}

const lines = (counts: Counts) => [...counts].map(([code, number]) => `${code} ${number}`).sort();

/** The differences that the answer of the controller shows: of each slice, or of all if Go draws which slice has them. */
export function writtenProblems(
  existing: readonly EndpointSlice[],
  { create, update, delete: gone }: SlicesAnswer,
): readonly string[] {
  const counts: Counts = new Map();
  count(counts, 'SLICE_MISSING', create.length);
  count(counts, 'SLICE_UNWANTED', gone.length);
  for (const written of update) {
    const name = written.metadata?.name;
    const stored = existing.find(({ metadata }) => metadata?.name === name) ?? {};
    const left = new Map((written.endpoints ?? []).map((each) => [keyOf(each), each]));
    for (const endpoint of stored.endpoints ?? []) {
      const after = left.get(keyOf(endpoint));
      left.delete(keyOf(endpoint));
      if (after === undefined) {
        count(counts, `${name} ENDPOINT_STALE`);
      } else if (factsOf(after) !== factsOf(endpoint)) {
        count(counts, `${name} ENDPOINT_DIFFERS`);
      }
    }
    count(counts, 'ENDPOINT_MISSING', left.size);
    const labels = [stored, written].map(({ metadata }) => exactText(metadata?.labels ?? {}));
    count(counts, `${name} LABELS_DIFFER`, labels[0] === labels[1] ? 0 : 1);
  }
  return lines(counts);
}

function factsOf({ conditions, nodeName, zone, targetRef }: Endpoint): string {
  return exactText([conditions, nodeName, zone, targetRef]);
}

/** Whether a new slice takes the name of one that goes: Go draws which one. */
export function takesName(existing: readonly EndpointSlice[], { update }: SlicesAnswer): boolean {
  const stored = new Map(existing.map((slice) => [slice.metadata?.name, slice]));
  return update.some(
    ({ metadata, ports }) => portsText(ports) !== portsText(stored.get(metadata?.name)?.ports),
  );
}

const OF_ALL: ReadonlySet<string> = new Set([
  'SLICE_MISSING',
  'SLICE_UNWANTED',
  'ENDPOINT_MISSING',
]);
/** The controller also writes a slice with other hints, and contradictions confuse kube-proxy only. */
const OTHERS: ReadonlySet<string> = new Set([
  'HINTS_DIFFER',
  'ENDPOINT_DUPLICATE',
  'ENDPOINT_CONTRADICTS',
]);

/** The problems in the same form. */
export function explainedProblems(
  existing: readonly EndpointSlice[],
  problems: readonly Problem[],
): readonly string[] {
  const counts: Counts = new Map();
  for (const { code, segments } of problems.filter((each) => !OTHERS.has(each.code))) {
    const name = existing[segments[0] as number]?.metadata?.name;
    count(counts, OF_ALL.has(code) ? code : `${name} ${code}`);
  }
  return lines(counts);
}
