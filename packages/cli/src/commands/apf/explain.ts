import {
  type ClassificationExplanation,
  type ExplainedField,
  explainClassification,
  isSubjectToApf,
  type RulesExplanation,
} from '@kubesem/apf';
import { formatFieldPath } from '@kubesem/core';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { renderTable } from '../../output/table/render.js';
import { type Column, type Layout, right, type Table } from '../../output/table/table.js';
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
  type WrittenRequest,
} from './requests.js';

const EXAMPLES = `
Examples:
  kubesem apf explain --user jane GET /api/v1/namespaces/prod/pods
  kubesem apf explain -f apf.yaml --user system:node:worker-1 \\
    --group system:nodes PATCH /api/v1/nodes/worker-1/status
  kubectl get flowschemas -o json |
    kubesem apf explain -f - --user jane GET /healthz`;

const COLUMNS: readonly Column[] = [
  right('ORDER', 1),
  { head: 'FLOW SCHEMA' },
  { head: 'MATCHES' },
  { head: 'WHY' },
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
    const explained = { written, explanation, unused };
    return {
      table: (layout) => explanationTable(explained, layout),
      text: (layout) =>
        isSubject ? renderExplanation(explained, layout) : renderNotSubject(written, layout.colors),
      names: () => (isSubject ? [schemaName(explanation.flowSchema ?? '')] : []),
      model: () => ({ method, url, ...request, isSubject, ...explanation, dangling, problems }),
      ...{ problems, errors, remarks },
    };
  },
});

/** A request, and what is known about the flow schemas. */
interface Explained {
  readonly written: WrittenRequest;
  /** Why the flow schemas match or not. */
  readonly explanation: ClassificationExplanation;
  /** The flow schemas that are ignored, because their level is missing. */
  readonly unused: readonly SchemaReport[];
}

/** Lays out the request, every flow schema and why it matches or not, and the result. */
function renderExplanation(explained: Explained, layout: Layout): string {
  const { written, explanation } = explained;
  const { flowSchema, priorityLevel } = explanation;
  const table = renderTable(explanationTable(explained, layout), layout);
  // One always matches: every user is in a group of catch-all, which nobody can change.
  const result = `First match: ${flowSchema}, with priority level ${priorityLevel}`;
  return `${requestHeading(written, layout.colors)}\n${table}\n${visible(result)}\n`;
}

/** The table of flow schemas in the order in which they are tried. */
function explanationTable({ written, explanation, unused }: Explained, { colors }: Layout): Table {
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
    columns: COLUMNS,
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
