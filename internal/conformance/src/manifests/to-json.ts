import { parseManifests } from '@kubesem/manifests';
import type { Json } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { explain, hasKeyOfTwoTypes, ignoresText } from './deviations.js';
import { yamlDocument } from './generator.js';
import { SCALARS } from './scalars.js';
import { parseGoJson, sorted } from './values.js';

/** A document that is not split, and not read as JSON. */
function single(random: Random): string {
  for (;;) {
    const text = yamlDocument(random);
    if (!/^---|^[ \t]*\{/m.test(text)) {
      return text;
    }
  }
}

const toJSON: Operation = {
  name: 'yaml.toJSON',
  program: 'staging',
  *examples() {
    for (const scalar of SCALARS) {
      yield `a: ${scalar}\n`;
      yield `${scalar}: b\n`;
      yield `- ${scalar}\n`;
    }
  },
  generate: single,
  compare(input, theirs, comparison) {
    const read = parseManifests({ name: 'case', text: input as string });
    if (hasKeyOfTwoTypes(input as string, read)) {
      return;
    }
    const { documents, problems } = read;
    const isBroken = problems.some(({ severity }) => severity === 'error');
    const value = (documents[0]?.value ?? null) as Json;
    const ours = isBroken ? 'YAML' : JSON.stringify(sorted(value));
    const kubernetes =
      theirs.out === undefined
        ? (theirs.err ?? theirs.panic)
        : JSON.stringify(sorted(parseGoJson(theirs.out as string)));
    const isRejection = isBroken !== (theirs.out === undefined);
    comparison.field('JSON', kubernetes, ours, () =>
      explain(input as string, isRejection, !isBroken && ignoresText(read)),
    );
  },
  kind: (_input, theirs) => (theirs.err ?? String(theirs.out)).replace(/[0-9]+/g, '0').slice(0, 20),
};

/** YAML as kubectl reads it. */
export const yamlOperations: readonly Operation[] = [toJSON];
