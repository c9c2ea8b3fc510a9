import { explainClassification, isSubjectToApf } from '@kubesem/apf';
import type { Command } from 'commander';
import { type CommandContext, FAILED, OK, requireOneStdin } from '../../../context.js';
import type { Terminal } from '../../../io/terminal.js';
import { withApfConfiguration, withColumns, withTable, withUser } from '../../../options.js';
import { writeResult } from '../../../output/write.js';
import { type ApfFlags, schemaName } from '../configuration.js';
import { schemaReport } from '../levels/model.js';
import { renderNotSubject } from '../request-heading.js';
import { readRequestOf, requireUser, type UserFlags } from '../requests.js';
import { explanationTable, renderExplanation } from './render.js';

/** The flags of `kubesem apf explain`. */
interface ExplainFlags extends ApfFlags, UserFlags {}

const EXAMPLES = `
Examples:
  kubesem apf explain --user jane GET /api/v1/namespaces/prod/pods
  kubesem apf explain -f apf.yaml --user system:node:worker-1 \\
    --group system:nodes PATCH /api/v1/nodes/worker-1/status
  kubectl get flowschemas -o json |
    kubesem apf explain -f - --user jane GET /healthz`;

/** Adds `kubesem apf explain`. */
export function addExplain(apf: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withUser(withApfConfiguration(apf.command('explain'))), 'name'),
    'order',
    'flow-schema',
    'matches',
    'why',
  )
    .description('Explain for each flow schema why a request matches or not')
    .argument('<METHOD>', 'HTTP method, such as GET')
    .argument('<URL>', 'Path and query')
    .addHelpText('after', EXAMPLES)
    .action(async (method: string, url: string, flags: ExplainFlags, command: Command) => {
      requireOneStdin(flags.filename ?? [], command);
      requireUser(flags, command);
      finish(await explain(method, url, flags, terminal));
    });
}

async function explain(
  method: string,
  url: string,
  flags: ExplainFlags,
  terminal: Terminal,
): Promise<number> {
  const read = await readRequestOf(method, url, flags, terminal);
  if (read === undefined) {
    return FAILED;
  }
  const { written, configuration } = read;
  const { flowSchemas, unused, all, dangling, problems, isBroken } = configuration;
  const isSubject = isSubjectToApf(written.request.requestInfo);
  const explanation = explainClassification(written.request, flowSchemas);
  const others = unused.map((schema) => schemaReport(schema, all));
  const explained = { written, explanation, unused: others };
  writeResult(flags, terminal, {
    text: (layout) =>
      isSubject ? renderExplanation(explained, layout) : renderNotSubject(written, layout.colors),
    table: (layout) => explanationTable(explained, layout),
    names: () => (isSubject ? [schemaName(explanation.flowSchema ?? '')] : []),
    model: () => ({
      method: written.method,
      url,
      ...written.request,
      isSubject,
      ...explanation,
      dangling,
      problems,
    }),
  });
  return isBroken ? FAILED : OK;
}
