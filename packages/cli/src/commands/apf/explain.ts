import {
  type ClassificationExplanation,
  type ExplainedField,
  explainClassification,
  isSubjectToApf,
  type RequestInfo,
  type RulesExplanation,
} from '@kubesem/apf';
import { formatFieldPath } from '@kubesem/core';
import { type Column, column, numbers, renderRows, tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { visible } from '../../output/text.js';
import {
  APF_FLAGS,
  apfReads,
  inOrder,
  readApfConfiguration,
  type SchemaReport,
  schemaName,
  schemaReport,
} from './configuration.js';
import {
  renderNotSubject,
  requestHeading,
  requestOf,
  requireUser,
  USER_FLAGS,
} from './requests.js';

const EXAMPLES = `
Examples:
  kubesem apf explain --user jane GET /api/v1/namespaces/prod/pods
  kubesem apf explain -f apf.yaml --user system:node:worker-1 \\
    --group system:nodes PATCH /api/v1/nodes/worker-1/status
  kubectl get flowschemas -o json |
    kubesem apf explain -f - --user jane GET /healthz`;

/** A set of rules of a flow schema, or a flow schema without rules; those after the first belong to it. */
interface Line {
  /** The flow schema; undefined if the line belongs to the one above. */
  readonly schema?: { readonly name: string; readonly order: number; readonly answer: string };
  readonly why: string;
  /** Whether another flow schema was chosen before. */
  readonly isUnreached?: boolean;
}

const COLUMNS: readonly Column<Line>[] = [
  numbers('ORDER', ({ schema }) => schema?.order ?? null, { drop: 1 }),
  column('FLOW SCHEMA', ({ schema }) => schema?.name ?? null),
  column('MATCHES', ({ schema }) => schema?.answer ?? null, {
    paint: (text, _, { green }) => (text === 'yes' ? green(text) : text),
  }),
  column('WHY', ({ why }) => why, {
    paint: (text, { isUnreached }, { dim }) => (isUnreached ? dim(text) : text),
  }),
];

/** `kubesem apf explain`. */
export const explain: AddCommand = command({
  name: 'explain',
  summary: 'Explain for each flow schema why a request matches or not',
  help: EXAMPLES,
  arguments: {
    method: flags.argument('<METHOD>', 'HTTP method, such as GET'),
    url: flags.argument('<URL>', 'Path and query'),
  },
  flags: { ...APF_FLAGS, ...USER_FLAGS, ...flags.table('name') },
  columns: COLUMNS,
  reads: (asked) => {
    requireUser(asked);
    return apfReads(asked);
  },
  answer: async (asked, terminal) => {
    const written = requestOf(asked.method, asked.url, asked);
    const read = await readApfConfiguration(asked, terminal);
    const { all, dangling, problems, errors, remarks } = read;
    const { method, url, request } = written;
    const isSubject = isSubjectToApf(request.requestInfo);
    const explanation = explainClassification(request, read.flowSchemas);
    const unused = read.unused.map((schema) => schemaReport(schema, all));
    const lines = linesOf(explanation, unused, request.requestInfo);
    const { flowSchema = '', priorityLevel } = explanation;
    return {
      table: tableOf(COLUMNS, lines),
      // One always matches: every user is in a group of catch-all, which nobody can change.
      text: (layout) =>
        isSubject
          ? [
              requestHeading(written, layout.colors),
              renderRows(COLUMNS, lines, layout),
              `${visible(`First match: ${flowSchema}, with priority level ${priorityLevel}`)}\n`,
            ].join('\n')
          : renderNotSubject(written, layout.colors),
      names: () => (isSubject ? [schemaName(flowSchema)] : []),
      model: () => ({ method, url, ...request, isSubject, ...explanation, dangling, problems }),
      ...{ problems, errors, remarks },
    };
  },
});

/** The flow schemas in the order in which they are tried, with those that the server ignores. */
function linesOf(
  { flowSchemas, flowSchema: chosen }: ClassificationExplanation,
  unused: readonly SchemaReport[],
  { isResourceRequest }: RequestInfo,
): readonly Line[] {
  const hit = flowSchemas.findIndex(({ flowSchema }) => flowSchema === chosen);
  const tried = flowSchemas.map(
    ({ flowSchema: name, matchingPrecedence, matches, rules }, index) => {
      const answer = matches ? (index === hit ? 'yes' : 'not reached') : 'no';
      const reasons = rules.map((each, set) => `rules[${set}]: ${why(each, isResourceRequest)}`);
      const lines = (reasons.length === 0 ? ['no rules'] : reasons).map(
        (text, line): Line => ({
          ...(line === 0 && { schema: { name, order: matchingPrecedence, answer } }),
          why: text,
          isUnreached: index > hit,
        }),
      );
      return { matchingPrecedence, lines };
    },
  );
  const others = unused.map(({ name, matchingPrecedence, priorityLevel }) => ({
    matchingPrecedence,
    lines: [
      {
        schema: { name, order: matchingPrecedence, answer: 'no' },
        why: `ignored: priority level ${priorityLevel} does not exist`,
      },
    ],
  }));
  return inOrder([...tried, ...others]).flatMap(({ lines }) => lines);
}

/** Says why a set of rules matches or not. */
function why({ outcome, subject, rules }: RulesExplanation, isResourceRequest: boolean): string {
  switch (outcome) {
    case 'NO_SUBJECT':
      return 'no subject matches';
    case 'NO_RULE':
      return `no ${isResourceRequest ? 'resourceRules' : 'nonResourceRules'}`;
    case 'RULES_MISMATCH':
      return rules.map((rule) => `${inRules(rule)}: ${MISMATCHES[rule.mismatch ?? '']}`).join(', ');
    case 'MATCH':
      return `${inRules(subject)} and ${inRules(rules.at(-1))} match`;
  }
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
