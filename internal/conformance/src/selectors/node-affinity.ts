import type { Node, PodSpec } from '@kubesem/core';
import { matchesNodeAffinity, nodeSelectorProblems } from '@kubesem/selectors';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';

const KEYS = words('zone cores a.b/c constructor __proto__');
const VALUES = ['', ...words('a b 4 +4 08 -1 9223372036854775807 9223372036854775808')];
const OPERATORS = words('In NotIn Exists DoesNotExist Gt Lt');

function requirement(random: Random): JsonObject {
  const operator = random.percent(95) ? random.pick(OPERATORS) : random.pick(['', 'in', 'Equal']);
  const count = operator.startsWith('Ex') || operator.startsWith('Do') ? 0 : 1 + random.below(2);
  const most = random.percent(90) ? (/[GL]t/.test(operator) ? Math.min(count, 1) : count) : 2;
  return {
    ...random.maybe(98, () => ({ key: random.percent(97) ? random.pick(KEYS) : '-x' })),
    operator,
    ...(most > 0 && {
      values: Array.from({ length: most }, () =>
        random.percent(97) ? random.pick(VALUES) : 'a b',
      ),
    }),
  };
}

function field(random: Random): JsonObject {
  return {
    key: random.percent(90) ? 'metadata.name' : random.pick(['metadata.namespace', '']),
    operator: random.percent(92) ? random.pick(['In', 'NotIn']) : random.pick(OPERATORS),
    values: random.percent(92)
      ? [random.pick(['node-1', 'node-2', ''])]
      : random.list(2, () => 'node-1'),
  };
}

function term(random: Random): JsonObject {
  return {
    ...random.maybe(80, () => ({ matchExpressions: random.list(2, () => requirement(random)) })),
    ...random.maybe(40, () => ({ matchFields: random.list(2, () => field(random)) })),
  };
}

/** A random node with labels. */
export function labeledNode(random: Random): JsonObject {
  const labels = () =>
    Object.fromEntries(random.list(4, () => [random.pick(KEYS), random.pick(VALUES)]));
  return {
    metadata: {
      ...random.maybe(90, () => ({ name: random.pick(['node-1', 'node-2']) })),
      ...random.maybe(95, () => ({ labels: labels() })),
    },
  };
}

/** A random spec with a node selector or a node affinity. */
export function affinitySpec(random: Random): JsonObject {
  const required = () => ({ nodeSelectorTerms: random.list(3, () => term(random)) });
  return {
    ...random.maybe(20, () => ({
      nodeSelector: Object.fromEntries(
        random.list(2, () => [random.pick(KEYS), random.pick(VALUES)]),
      ),
    })),
    ...random.maybe(95, () => ({
      affinity: {
        nodeAffinity: {
          ...random.maybe(97, () => ({
            requiredDuringSchedulingIgnoredDuringExecution: required(),
          })),
        },
      },
    })),
  };
}

const affinity: Operation = {
  name: 'node.affinity',
  program: 'staging',
  *examples() {
    const nodes = [
      { metadata: { name: 'node-1', labels: { zone: 'a', cores: '8' } } },
      { metadata: { labels: { cores: '' } } },
    ];
    const specs = (terms: readonly JsonObject[]): JsonObject => ({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [...terms] },
        },
      },
    });
    for (const operator of [...OPERATORS, 'in', '']) {
      for (const values of [[], ['8'], ['7'], ['9'], ['7', '9'], ['x']]) {
        const one = { key: 'cores', operator, values };
        yield { spec: specs([{ matchExpressions: [one] }]), nodes };
        const name = { key: 'metadata.name', operator, values: values.map(() => 'node-1') };
        yield { spec: specs([{ matchFields: [name] }, { matchExpressions: [one] }]), nodes };
      }
    }
    yield { spec: specs([]), nodes };
    yield { spec: specs([{}]), nodes };
    yield { spec: {}, nodes };
    yield { spec: { nodeSelector: { zone: 'a' } }, nodes };
  },
  generate: (random) => ({
    spec: affinitySpec(random),
    nodes: Array.from({ length: 1 + random.below(3) }, () => labeledNode(random)),
  }),
  compare(input, { out }, comparison) {
    const { spec, nodes } = input as unknown as { spec: PodSpec; nodes: readonly Node[] };
    const theirs = out as unknown as {
      nodes: readonly { matches: boolean; fails: boolean }[];
      problems: readonly string[];
    };
    const { requiredDuringSchedulingIgnoredDuringExecution: required } =
      spec.affinity?.nodeAffinity ?? {};
    const problems = nodeSelectorProblems(required).map(({ type, path }) => `${type} ${path}`);
    nodes.forEach((each, index) => {
      const matches = matchesNodeAffinity(spec, each);
      comparison.field(`matches ${index}`, theirs.nodes[index]?.matches, matches);
    });
    // Go stops at the first problem of a requirement, and has one type for several codes.
    const requirements = (list: readonly string[]): string =>
      [
        ...new Set(
          list.map((text) => /nodeSelectorTerms\[\d+\]\.match\w+\[\d+\]/.exec(text)?.[0] ?? text),
        ),
      ]
        .sort()
        .join();
    comparison.field('problems', requirements(theirs.problems), requirements(problems));
  },
  kind(_input, { out }) {
    const { nodes, problems } = out as unknown as {
      nodes: readonly { matches: boolean; fails: boolean }[];
      problems: readonly string[];
    };
    const places = problems.map((text) => text.replace(/\d/g, ''));
    return `${nodes.map(({ matches, fails }) => `${matches}${fails}`)},${places.join().slice(0, 60)}`;
  },
};

/** Node selectors and the required node affinity of Pods. */
export const nodeAffinityOperations: readonly Operation[] = [affinity];
