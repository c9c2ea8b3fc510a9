import { applyRuntimeClass } from '@kubesem/admission';
import { FieldError, type Pod, type RuntimeClass } from '@kubesem/core';
import { parseQuantity } from '@kubesem/quantity';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

interface ApplyCase {
  readonly pod: Pod;
  readonly runtimeClass?: RuntimeClass;
}

const AMOUNTS = ['100m', '0.1', '250m', '1', '1000m', '0'];
const KEYS = ['gpu', 'disk', ''];

function amounts(random: Random): JsonObject {
  return {
    ...random.maybe(70, () => ({ cpu: random.pick(AMOUNTS) })),
    ...random.maybe(30, () => ({ memory: random.pick(['1Mi', '1024Ki', '2Mi']) })),
  };
}

function labels(random: Random): JsonObject {
  return {
    ...random.maybe(40, () => ({ disk: random.pick(['ssd', 'ssd', 'hdd']) })),
    ...random.maybe(30, () => ({ gpu: 'yes' })),
  };
}

function toleration(random: Random): JsonObject {
  return {
    ...random.maybe(85, () => ({ key: random.pick(KEYS) })),
    ...random.maybe(85, () => ({ operator: random.pick(['Equal', 'Exists', 'Exists', '']) })),
    ...random.maybe(40, () => ({ value: random.pick(['a', 'b']) })),
    ...random.maybe(70, () => ({ effect: random.pick(['NoSchedule', 'NoExecute', '']) })),
    ...random.maybe(30, () => ({ tolerationSeconds: random.pick([0, 10, 60]) })),
  };
}

function generate(random: Random): JsonObject {
  return {
    pod: {
      metadata: { name: 'web', namespace: 'shop' },
      spec: {
        ...random.maybe(90, () => ({ runtimeClassName: random.percent(95) ? 'kata' : 'other' })),
        ...random.maybe(30, () => ({ overhead: amounts(random) })),
        ...random.maybe(50, () => ({ nodeSelector: labels(random) })),
        ...random.maybe(60, () => ({ tolerations: random.list(3, () => toleration(random)) })),
        containers: [{ name: 'app' }],
      },
    },
    ...random.maybe(95, () => ({
      runtimeClass: {
        metadata: { name: 'kata' },
        handler: 'kata',
        ...random.maybe(70, () => ({
          overhead: random.maybe(95, () => ({ podFixed: amounts(random) })),
        })),
        ...random.maybe(70, () => ({
          scheduling: {
            ...random.maybe(70, () => ({ nodeSelector: labels(random) })),
            ...random.maybe(70, () => ({ tolerations: random.list(3, () => toleration(random)) })),
          },
        })),
      },
    })),
  };
}

function* examples(): Generator<Json> {
  const runtimeClass = {
    metadata: { name: 'kata' },
    handler: 'kata',
    overhead: { podFixed: { cpu: '250m' } },
    scheduling: { nodeSelector: { disk: 'ssd' } },
  };
  for (const overhead of [{}, { overhead: { cpu: '0.25' } }, { overhead: { cpu: '1' } }]) {
    for (const nodeSelector of [{}, { nodeSelector: { disk: 'hdd' } }]) {
      for (const name of [{}, { runtimeClassName: 'kata' }, { runtimeClassName: 'gone' }]) {
        const spec = { ...name, ...overhead, ...nodeSelector, containers: [] };
        yield { pod: { metadata: { name: 'web', namespace: 'shop' }, spec }, runtimeClass };
      }
    }
  }
}

function outcome({ pod, runtimeClass }: ApplyCase) {
  try {
    return { pod: applyRuntimeClass(pod, { runtimeClasses: runtimeClass ? [runtimeClass] : [] }) };
  } catch (error) {
    if (error instanceof FieldError) {
      return { problem: error.problem };
    }
    throw error;
  }
}

/** Amounts in their canonical form; absent and empty lists are the same. */
function canonical(list: unknown): string {
  const entries = Object.entries((list ?? {}) as { readonly [name: string]: string });
  return entries
    .map(([name, amount]) => `${name}=${parseQuantity(amount)}`)
    .sort()
    .join();
}

function written(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, each]) => each !== '')
            .sort(),
        )
      : part,
  );
}

const apply: Operation = {
  name: 'runtimeClass.apply',
  program: 'kubernetes',
  examples,
  generate,
  compare(input, theirs, comparison) {
    const { message, overhead, nodeSelector, tolerations } = theirs.out as JsonObject;
    const ours = outcome(input as unknown as ApplyCase);
    const text = (message as string | undefined)?.replace(/^pods "web" is forbidden: /, '');
    comparison.field('message', text, ours.problem?.message);
    if (ours.pod !== undefined) {
      const spec = ours.pod.spec;
      comparison.field('overhead', canonical(overhead), canonical(spec?.overhead));
      comparison.field(
        'node selector',
        written(nodeSelector ?? {}),
        written(spec?.nodeSelector ?? {}),
      );
      comparison.field('tolerations', written(tolerations ?? []), written(spec?.tolerations ?? []));
    }
  },
  kind(input) {
    const { pod, runtimeClass } = input as unknown as ApplyCase;
    const { problem, pod: changed } = outcome(input as unknown as ApplyCase);
    const { overhead, scheduling } = runtimeClass ?? {};
    const { nodeSelector, tolerations } = changed?.spec ?? {};
    const counts = [Object.keys(nodeSelector ?? {}).length, tolerations?.length];
    return [
      problem?.code,
      pod.spec?.overhead && true,
      overhead && true,
      scheduling && true,
      counts,
    ].join();
  },
};

/** What RuntimeClasses add to Pods. */
export const runtimeClassOperations: readonly Operation[] = [apply];
