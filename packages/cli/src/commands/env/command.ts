import { objectOf } from '@kubesem/core';
import type { ContainerEnvironmentReport } from '@kubesem/inspect';
import type { Command } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  OK,
  requireInput,
  selectingInputOf,
} from '../../context.js';
import { ENV_RESOURCES } from '../../io/cluster/resources.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { withColumns, withTable } from '../../options.js';
import { hasErrors, writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { objectTitle } from '../../output/text.js';
import { isText, type OutputFlags, writeResult } from '../../output/write.js';
import { type Target, withTarget } from '../../shared/target.js';
import { envModel } from './model.js';
import { type ReadSources, readTarget, requireFindings } from './read.js';
import { containerTitle, envTable, failureText, renderEnv } from './render.js';

/** The flags of `kubesem env`. */
interface EnvFlags extends OutputFlags, InputFlags {
  readonly container?: string | undefined;
  readonly explain?: boolean | undefined;
  readonly showSecrets?: boolean | undefined;
}

const EXAMPLES = `
Examples:
  kubectl get all,cm,secrets,services -n shop -o json > dump.json
  kubesem env web-0 -f dump.json       The variables of each container
  kubesem env deploy/web -c app -f dump.json
                                       Those of one container of a workload
  kubesem env web-0 -f dump.json --explain
                                       Which definition counts, and why
  kubesem env web-0 --context prod -n shop -o json
                                       The same for programs, from a cluster

In every format, data of Secrets is shown as a marker, such as
<Secret db key password>, unless you pass --show-secrets. Values that the Pod
itself contains are always shown.

With --context, all Secrets of the cluster are read; -n limits this to one
namespace.

Fields that have no value before the Pod runs are shown by their name, such as
<status.podIP>. Variables of the image are not known, and not shown.

Exit status: 0 if all containers can be created, 1 if not, or if a file cannot
be read or lacks the object, 2 if the command line is wrong.`;

/** Adds `kubesem env`. */
export function addEnv(program: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withTarget(program.command('env')), 'name'),
    ...['container', 'name', 'value', 'from'],
    ...['hides', 'references', 'candidates'], // --explain
  )
    .description('Show the environment variables of containers, and where they come from')
    .option('--explain', 'Show what each variable hides, and each reference in its value')
    .option('--show-secrets', 'Show data of Secrets')
    .addHelpText('after', EXAMPLES)
    .action(async (target: Target, paths: string[], flags: EnvFlags, command: Command) => {
      const input = selectingInputOf(paths, flags, ENV_RESOURCES, flags.namespace);
      requireInput(input, command, terminal);
      finish(await env(input, target, flags, terminal));
    });
}

async function env(
  input: Input,
  target: Target,
  flags: EnvFlags,
  terminal: Terminal,
): Promise<number> {
  const { container: only, explain = false, showSecrets = false } = flags;
  const { found, sources, problems, ...read } = await readTarget(
    input,
    target,
    flags.namespace,
    terminal,
  );
  writeProblems(problems, terminal);
  writeErrors(read.errors, terminal);
  if (found === undefined) {
    return FAILED;
  }
  const { model, errors } = envModel(found, sources, only, showSecrets);
  const { containers } = model;
  const codes = containers.flatMap(({ failure }) => failure?.code ?? []);
  requireFindings(codes, terminal);
  const title = objectTitle(model.object);
  const failures = containers.flatMap((container) =>
    container.failure === undefined
      ? []
      : [`${containerTitle(container)}: ${failureText(container.failure)}`],
  );
  writeResult(flags, terminal, {
    text: (layout) => renderEnv(model, explain, layout),
    table: () => envTable(containers, explain),
    names: () => containers.flatMap(({ variables }) => variables.map(({ name }) => name)),
    model: () => model,
  });
  writeNotes(isText(flags) ? notesOn(containers, sources) : [], terminal);
  const all = [...failures, ...errors];
  writeErrors(
    all.map((message) => `${title}: ${message}`),
    terminal,
  );
  return all.length + read.errors.length > 0 || hasErrors(problems) ? FAILED : OK;
}

function* notesOn(
  containers: readonly ContainerEnvironmentReport[],
  { configMaps, secrets, services }: ReadSources,
): Generator<string, void> {
  for (const container of containers) {
    if (container.unknown.length > 0) {
      const names = container.unknown.join(', ');
      yield `${containerTitle(container)}: not known without its env files or its node: ${names}`;
    }
  }
  const isKubernetes = ({ metadata }: ReadSources['services'][number]) => {
    const { namespace, name } = objectOf(metadata);
    return namespace === 'default' && name === 'kubernetes';
  };
  if (!services.some(isKubernetes)) {
    yield 'Variables such as KUBERNETES_SERVICE_HOST are missing: the input lacks Service default/kubernetes.';
  }
  const codes = new Set(containers.map(({ failure }) => failure?.code));
  if (codes.has('CONFIG_MAP_NOT_FOUND') && configMaps.length === 0) {
    yield 'The input has no ConfigMaps; pass those of the namespace with -f.';
  }
  if (codes.has('SECRET_NOT_FOUND') && secrets.length === 0) {
    yield 'The input has no Secrets; pass those of the namespace with -f.';
  }
}
