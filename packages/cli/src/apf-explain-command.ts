import { explainClassification } from '@kubesem/apf';
import { KUBERNETES_VERSION } from '@kubesem/core';
import { type ApfFlags, readApfConfiguration } from './apf-input.js';
import { schemaReport } from './apf-levels-command.js';
import { isSubject, readRequest, type UserFlags, userOf } from './apf-requests.js';
import { writeErrors } from './cluster-input.js';
import { renderNotSubject } from './render-apf.js';
import { renderApfExplanation } from './render-apf-explanation.js';
import { renderStructured } from './structured.js';
import type { Terminal } from './terminal.js';

/** The flags of `kubesem apf explain`. */
export interface ApfExplainFlags extends ApfFlags, UserFlags {}

/**
 * Says for every flow schema, in the order in which they are tried, why a request matches it or does not.
 *
 * @param method - of the request
 * @param url - of the request
 * @param flags - where the configuration is, who asks, and how to print
 * @param terminal - where to read from and to write to
 * @returns the exit status: 1 if anything is broken
 */
export async function apfExplainCommand(
  method: string,
  url: string,
  flags: ApfExplainFlags,
  terminal: Terminal,
): Promise<number> {
  const read = readRequest(method, url, userOf(flags) ?? { name: '' });
  if (typeof read === 'string') {
    writeErrors([read], terminal);
    return 1;
  }
  const configuration = await readApfConfiguration(flags, terminal);
  const { flowSchemas, unused, all, dangling, isBroken } = configuration;
  const subject = isSubject(read.request);
  const explanation = explainClassification(read.request, flowSchemas);
  const others = unused.map((schema) => schemaReport(schema, all));
  const { stdout } = terminal;
  if (flags.output !== 'table') {
    const report = {
      kubernetesVersion: KUBERNETES_VERSION,
      method: read.method,
      url,
      ...read.request,
      isSubject: subject,
      ...explanation,
      dangling,
    };
    stdout.write(renderStructured(report, flags.output));
  } else {
    stdout.write(
      subject
        ? renderApfExplanation(read, explanation, others, stdout.colors)
        : renderNotSubject(read, stdout.colors),
    );
  }
  return isBroken ? 1 : 0;
}
