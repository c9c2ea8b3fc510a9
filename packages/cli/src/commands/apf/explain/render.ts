import type { ClassificationExplanation, ExplainedField, RulesExplanation } from '@kubesem/apf';
import { formatFieldPath } from '@kubesem/core';
import { renderTable } from '../../../output/table/render.js';
import { type Layout, right, type Table } from '../../../output/table/table.js';
import { visible } from '../../../output/text.js';
import type { SchemaReport } from '../levels/model.js';
import { inOrder } from '../precedence.js';
import { requestHeading } from '../request-heading.js';
import type { WrittenRequest } from '../requests.js';

/** A request, and what is known about the flow schemas. */
export interface Explained {
  readonly written: WrittenRequest;
  /** Why the flow schemas match or not. */
  readonly explanation: ClassificationExplanation;
  /** The flow schemas that are ignored, because their level is missing. */
  readonly unused: readonly SchemaReport[];
}

/** Lays out the request, every flow schema and why it matches or not, and the result. */
export function renderExplanation(explained: Explained, layout: Layout): string {
  const { written, explanation } = explained;
  const { flowSchema, priorityLevel } = explanation;
  const table = renderTable(explanationTable(explained, layout), layout);
  // One always matches: every user is in a group of catch-all, which nobody can change.
  const result = `First match: ${flowSchema}, with priority level ${priorityLevel}`;
  return `${requestHeading(written, layout.colors)}\n${table}\n${visible(result)}\n`;
}

/** The table of flow schemas in the order in which they are tried. */
export function explanationTable(
  { written, explanation, unused }: Explained,
  { colors }: Layout,
): Table {
  const { flowSchemas, flowSchema } = explanation;
  const chosen = flowSchemas.findIndex((one) => one.flowSchema === flowSchema);
  const { isResourceRequest } = written.request.requestInfo;
  const tried = flowSchemas.map(
    ({ flowSchema: name, matchingPrecedence, matches, rules }, index) => {
      const isHit = index === chosen;
      const answer = matches ? (isHit ? colors.green('yes') : 'not reached') : 'no';
      const reasons = rules.length === 0 ? ['no rules'] : rules.map(why(isResourceRequest));
      const lines = reasons.map((text, line) => {
        const start = line === 0 ? [`${matchingPrecedence}`, visible(name), answer] : ['', '', ''];
        const shown = `${rules.length > 0 ? `rules[${line}]: ` : ''}${text}`;
        return [...start, index > chosen ? colors.dim(shown) : shown];
      });
      return { matchingPrecedence, lines };
    },
  );
  const others = unused.map(({ name, matchingPrecedence, priorityLevel: level }) => {
    const reason = `ignored: priority level ${level} does not exist`;
    const line = [`${matchingPrecedence}`, visible(name), 'no', visible(reason)];
    return { matchingPrecedence, lines: [line] };
  });
  return {
    columns: [right('ORDER', 1), 'FLOW SCHEMA', 'MATCHES', 'WHY'],
    rows: inOrder([...tried, ...others]).flatMap(({ lines }) => lines),
  };
}

/** Says why a set of rules matches or not. */
function why(isResourceRequest: boolean): (rules: RulesExplanation) => string {
  return ({ outcome, subject, rules }) => {
    switch (outcome) {
      case 'NO_SUBJECT':
        return 'no subject matches';
      case 'NO_RULE':
        return `no ${isResourceRequest ? 'resourceRules' : 'nonResourceRules'}`;
      case 'RULES_MISMATCH':
        return rules
          .map((rule) => `${inRules(rule)}: ${MISMATCHES[rule.mismatch ?? '']}`)
          .join(', ');
      case 'MATCH':
        return `${inRules(subject)} and ${inRules(rules.at(-1))} match`;
    }
  };
}

/** The path of a field in its set of rules, such as `subjects[0]` of `spec.rules[1].subjects[0]`. */
function inRules({ segments }: ExplainedField = { path: '', segments: [] }): string {
  return formatFieldPath(segments.slice(RULES_SEGMENTS));
}

/** The length of `spec.rules[1]`. */
const RULES_SEGMENTS = 3;

const MISMATCHES: { readonly [part: string]: string | undefined } = {
  verbs: 'other verbs',
  resources: 'other resources',
  apiGroups: 'other apiGroups',
  namespaces: 'other namespaces',
  clusterScope: 'no clusterScope',
  nonResourceURLs: 'other nonResourceURLs',
};
