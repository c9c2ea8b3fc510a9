import {
  classify,
  createClassifier,
  explainClassification,
  flowHash,
  matchesFlowSchema,
  type RequestDigest,
} from '@kubesem/apf';
import type { FlowSchema } from '@kubesem/core';
import * as generators from '../generators/apf-objects.js';
import type { Json } from '../json.js';
import type { Operation } from '../operation.js';
import { toText } from './apf-sharding.js';

/** Who asks for what, as the oracle takes it. */
export interface Caller {
  readonly user: string;
  readonly groups: readonly string[];
  readonly info: RequestDigest['requestInfo'];
}

interface Classified {
  readonly flowSchema: string | null;
  readonly distinguisher: string;
  readonly hash: string;
  readonly matching: readonly string[];
}

/** A caller as ours takes it. */
export function digestOf({ user, groups, info }: Caller): RequestDigest {
  return { requestInfo: info, user: { name: user, groups } };
}

const classification: Operation = {
  name: 'apf.classify',
  program: 'apf',
  examples: generators.classifications,
  generate: generators.classification,
  compare(input, theirs, comparison) {
    const { flowSchemas, requests } = input as unknown as {
      flowSchemas: FlowSchema[];
      requests: Caller[];
    };
    const prepared = createClassifier(flowSchemas);
    for (const [index, answer] of (theirs.out as unknown as Classified[]).entries()) {
      const digest = digestOf(requests[index] as Caller);
      const matching = flowSchemas.filter((schema) => matchesFlowSchema(digest, schema));
      const namesOf = (names: readonly string[]) => JSON.stringify([...names].sort());
      comparison.field(
        `matching ${index}`,
        namesOf(answer.matching),
        namesOf(matching.map(({ metadata }) => metadata?.name ?? '')),
      );
      const explained = explainClassification(digest, flowSchemas);
      comparison.field(
        `explained ${index}`,
        JSON.stringify(answer.matching),
        JSON.stringify(
          explained.flowSchemas.flatMap(({ matches, flowSchema }) => (matches ? [flowSchema] : [])),
        ),
      );
      const found = classify(digest, flowSchemas);
      const name = found && (found.flowSchema.metadata?.name ?? '');
      // Of two with the same name and precedence both take the first.
      comparison.field(
        `prepared ${index}`,
        true,
        prepared(digest)?.flowSchema === found?.flowSchema,
      );
      if (answer.flowSchema === null) {
        comparison.field(`schema ${index}`, found && 'catch-all', name);
        comparison.field(`fallback ${index}`, found !== undefined, explained.isFallback);
        continue;
      }
      comparison.field(`schema ${index} explained`, answer.flowSchema, explained.flowSchema);
      comparison.field(`schema ${index}`, answer.flowSchema, name);
      comparison.field(`flow ${index}`, answer.distinguisher, found?.flowDistinguisher);
      const hash = toText(flowHash(answer.flowSchema, answer.distinguisher));
      comparison.field(`hash ${index}`, answer.hash, hash);
    }
  },
  kind(input, { out }) {
    const { flowSchemas } = input as { flowSchemas: Json[] };
    const found = out as unknown as Classified[];
    const isSmall = flowSchemas.length <= 3 && found.length <= 3;
    const traits = found.map(({ flowSchema, matching }) => `${flowSchema} of ${matching.length}`);
    return isSmall ? `${flowSchemas.length},${traits.sort().join()}` : 'large';
  },
};

/** Classification. */
export const classifyOperations: readonly Operation[] = [classification];
