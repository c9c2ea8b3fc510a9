import type { ClassificationExplanation, RulesExplanation } from '@kubesem/apf';
import type { SchemaReport } from './apf-levels-command.js';
import type { WrittenRequest } from './apf-requests.js';
import { inOrder, requestHeading } from './render-apf.js';
import { renderTable } from './table.js';
import { type Colors, visible } from './terminal.js';

/**
 * Lays out every flow schema, and why it matches or not.
 *
 * @param request - the request
 * @param explanation - what the schemas make of it
 * @param unused - the schemas that are not tried, because their level is missing
 * @param colors - for the terminal
 * @returns the request, the table and the result
 */
export function renderApfExplanation(
  request: WrittenRequest,
  { flowSchemas, flowSchema, priorityLevel }: ClassificationExplanation,
  unused: readonly SchemaReport[],
  colors: Colors,
): string {
  const chosen = flowSchemas.findIndex((one) => one.flowSchema === flowSchema);
  const { isResourceRequest } = request.request.requestInfo;
  const tried = flowSchemas.map(
    ({ flowSchema: name, matchingPrecedence, matches, rules }, index) => {
      const isHit = index === chosen;
      const answer = matches ? (isHit ? colors.green('yes') : 'too late') : 'no';
      const whys = rules.length === 0 ? ['it has no rules'] : rules.map(why(isResourceRequest));
      const lines = whys.map((text, line) => {
        const start = line === 0 ? [`${matchingPrecedence}`, visible(name), answer] : ['', '', ''];
        const shown = `${rules.length > 0 ? `rules[${line}]: ` : ''}${text}`;
        return [...start, index > chosen ? colors.dim(shown) : shown];
      });
      return { matchingPrecedence, lines };
    },
  );
  const others = unused.map(({ name, matchingPrecedence, priorityLevel }) => {
    const reason = `not used: its level ${priorityLevel} is missing`;
    const line = [`${matchingPrecedence}`, visible(name), 'no', visible(reason)];
    return { matchingPrecedence, lines: [line] };
  });
  const table = renderTable(
    ['ORDER', 'FLOW SCHEMA', 'MATCHES', 'WHY'].map((head, index) => ({
      head: colors.bold(head),
      ...(index === 0 ? { align: 'right' } : {}),
    })),
    inOrder([...tried, ...others]).flatMap(({ lines }) => lines),
  );
  // One matches: whoever the command line names is in a group of catch-all, which nobody can change.
  const result = `${flowSchema} is the first that matches, and leads to the level ${priorityLevel}`;
  return `${requestHeading(request, colors)}\n${table}\n${visible(result)}\n`;
}

/** Says why a set of rules matches or not. */
function why(isResourceRequest: boolean): (rules: RulesExplanation) => string {
  return ({ outcome, subject = '', rules }) => {
    switch (outcome) {
      case 'NO_SUBJECT':
        return 'none of its subjects';
      case 'NO_RULE':
        return `no rules for ${isResourceRequest ? 'resources' : 'paths that are no resources'}`;
      case 'RULES_MISMATCH':
        return rules
          .map(({ path, mismatch = '' }) => `${lastPart(path)}: ${PARTS[mismatch]}`)
          .join(', ');
      case 'MATCH':
        return `${lastPart(subject)} and ${lastPart(rules.at(-1)?.path ?? '')}`;
    }
  };
}

/** The set of rules is named already. */
function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

const PARTS: { readonly [part: string]: string | undefined } = {
  verbs: 'other verbs',
  resources: 'other resources',
  apiGroups: 'other API groups',
  namespaces: 'other namespaces',
  clusterScope: 'no cluster scope',
  nonResourceURLs: 'other paths',
};
