import { explainClassification, isSubjectToApf } from '@kubesem/apf';
import type { Command } from 'commander';
import { type CommandContext, FAILED, OK, usageError } from '../../../context.js';
import type { Terminal } from '../../../io/terminal.js';
import { withApfConfiguration, withUser } from '../../../options.js';
import { writeErrors } from '../../../output/problems.js';
import { renderModel } from '../../../output/structured.js';
import { type ApfFlags, readApfConfiguration } from '../configuration.js';
import { schemaReport } from '../levels/model.js';
import { renderNotSubject } from '../request-heading.js';
import { readRequest, type UserFlags, userOf } from '../requests.js';
import { renderExplanation } from './render.js';

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
  withUser(withApfConfiguration(apf.command('explain')))
    .description('Explain for each flow schema why a request matches or not')
    .argument('<METHOD>', 'HTTP method, such as GET')
    .argument('<URL>', 'Path and query')
    .addHelpText('after', EXAMPLES)
    .action(async (method: string, url: string, flags: ExplainFlags, command: Command) => {
      if (flags.user === undefined) {
        usageError(command, 'missing --user; the flow schema depends on the user');
      }
      finish(await explain(method, url, flags, terminal));
    });
}

async function explain(
  method: string,
  url: string,
  flags: ExplainFlags,
  terminal: Terminal,
): Promise<number> {
  const read = readRequest(method, url, userOf(flags) ?? { name: '' });
  if (typeof read === 'string') {
    writeErrors([read], terminal);
    return FAILED;
  }
  const configuration = await readApfConfiguration(flags, terminal);
  const { flowSchemas, unused, all, dangling, problems, isBroken } = configuration;
  const isSubject = isSubjectToApf(read.request.requestInfo);
  const explanation = explainClassification(read.request, flowSchemas);
  const { stdout } = terminal;
  if (flags.output !== 'table') {
    const model = {
      method: read.method,
      url,
      ...read.request,
      isSubject,
      ...explanation,
      dangling,
      problems,
    };
    stdout.write(renderModel(model, flags.output));
  } else if (isSubject) {
    const others = unused.map((schema) => schemaReport(schema, all));
    stdout.write(renderExplanation(read, explanation, others, stdout.colors));
  } else {
    stdout.write(renderNotSubject(read, stdout.colors));
  }
  return isBroken ? FAILED : OK;
}
