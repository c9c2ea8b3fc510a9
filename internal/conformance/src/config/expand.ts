import { expandVariables } from '@kubesem/config';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { joined, textOf } from './text.js';

const PIECES = [
  ...['$', '$', '(', ')', '$(', '$(A)', '$(B)', '$(É)', '$$(A)', '$$', '$()', '$(A$(B))'],
  ...['a', ' ', 'é', '😀', '$é', '$ü', '__proto__', '$(__proto__)', '$(constructor)', '\n'],
];

const expansion: Operation = {
  name: 'config.expand',
  program: 'kubernetes',
  *examples() {
    const variables = { A: 'a', B: '$(A)', '': 'empty', É: 'e' };
    for (const text of [...PIECES, '$', '$(A', '$(A)$', '$$$(A)', '$$$$(A)', '$($(A))', '($(A))']) {
      yield { text, variables };
    }
  },
  generate: (random) => ({
    text: joined(random, 8, PIECES),
    variables: Object.fromEntries(
      random.list(4, () => [
        random.pick(['A', 'B', '', 'É', 'A$(B', 'constructor', '__proto__']),
        joined(random, 2, PIECES),
      ]),
    ),
  }),
  compare(input, theirs, comparison) {
    const { text, variables } = input as { text: string; variables: { [name: string]: string } };
    const expected = textOf((theirs.out as JsonObject).text);
    comparison.field('text', expected, expandVariables(text, variables));
  },
  kind(input, { out }) {
    const { text } = input as { text: string };
    const found = ['$$', '$(', '$é', '(', ')'].filter((piece) => text.includes(piece));
    return [...found, textOf((out as JsonObject).text) === text, text.endsWith('$')].join();
  },
};

/** `$(NAME)` in texts. */
export const expandOperations: readonly Operation[] = [expansion];
