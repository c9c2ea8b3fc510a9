import { appendAll, identityOf, objectOf } from '@kubesem/core';
import { DEPLOYMENT, RUNTIME_CLASS } from '@kubesem/core/kinds';
import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  OK,
  requireInput,
  selectingInputOf,
} from '../../../context.js';
import { DEPLOYMENT_RESOURCES } from '../../../io/cluster/resources.js';
import { fullName, isWanted } from '../../../io/named.js';
import { requireListed } from '../../../io/no-answer.js';
import type { Input } from '../../../io/objects.js';
import { attemptOn } from '../../../io/placed.js';
import type { Terminal } from '../../../io/terminal.js';
import {
  currentTime,
  filenameOption,
  nowOption,
  onlyNamespaceOption,
  wholeSeconds,
  withColumns,
  withContext,
  withTable,
} from '../../../options.js';
import { ambiguous, notFound } from '../../../output/not-found.js';
import { hasErrors, writeErrors, writeNotes, writeProblems } from '../../../output/problems.js';
import { resourceName } from '../../../output/text.js';
import { isText, type OutputFlags, writeResult } from '../../../output/write.js';
import { parseTarget, type Target } from '../../../shared/target.js';
import { type SimulatedRolloutModel, simulatedRollout, unknownContainers } from './model.js';
import { readDeployments } from './read.js';
import { renderSimulatedRollout, scalingTable } from './render.js';

/** The flags of `kubesem rollout simulate`. */
interface SimulateFlags extends OutputFlags, InputFlags {
  readonly image?: ReadonlyMap<string, string> | undefined;
  readonly restart?: boolean | undefined;
  /** In seconds. */
  readonly readyAfter?: number | 'never' | undefined;
  /** In seconds. */
  readonly stopAfter?: number | undefined;
  readonly podLimit?: number | undefined;
  readonly explain?: boolean | undefined;
  /** A time. */
  readonly now?: string | undefined;
}

const EXAMPLES = `
Examples:
  kubectl get deploy,rs -A -o json > dump.json
  kubesem rollout simulate web -f dump.json --image app=app:2
                                       What kubectl set image would start
  kubesem rollout simulate web -f dump.json -f web.yaml --ready-after 30
                                       What kubectl apply would start
  kubesem rollout simulate web -f web.yaml --ready-after never
                                       What happens if the new Pods fail
  kubectl get deploy,rs,quota,limits -n shop -o json > dump.json
  kubesem rollout simulate web -f dump.json --restart
                                       Whether quotas and LimitRanges admit it

All Pods are available at the start, new Pods are ready after --ready-after, and
Pods always find a node. Templates are compared as they are stored; a manifest
has no defaults, so it always starts a rollout. Without ReplicaSets of the
Deployment, the Pods of an earlier version are assumed. ResourceQuotas and
LimitRanges of the input decide about new Pods; a quota without a status counts
only Pods of the Deployment.

Exit status: 0 if the rollout finishes, 1 if it does not, the Deployment is not
found or a file cannot be read, 2 if the command line is wrong.`;

/** Adds `kubesem rollout simulate`. */
export function addRolloutSimulate(parent: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withContext(parent.command('simulate')), 'name'),
    ...['time', 'replicaset', 'from', 'to', 'reason'],
  )
    .description('Simulate the rollout of a Deployment, and show why it gets stuck')
    .argument('<DEPLOYMENT>', 'Deployment, such as deployment/web', parseDeployment)
    .addOption(filenameOption('Deployments, ReplicaSets and quotas'))
    .addOption(onlyNamespaceOption('Deployments'))
    .addOption(
      new Option(
        '--image <CONTAINER=IMAGE>',
        'New image of a container or init container, or of all with * (repeatable)',
      ).argParser(parseImage),
    )
    .option('--restart', 'Restart as kubectl rollout restart does')
    .addOption(
      new Option(
        '--ready-after <SECONDS>',
        'When a new Pod is ready, or "never" (default: 10)',
      ).argParser((text) => (text === 'never' ? text : wholeSeconds(0)(text))),
    )
    .addOption(
      new Option('--stop-after <SECONDS>', 'When a deleted Pod is gone (default: 30)').argParser(
        wholeSeconds(0),
      ),
    )
    .addOption(
      new Option('--pod-limit <N>', 'Number of its Pods that are admitted at once').argParser(
        podLimit,
      ),
    )
    .option('--explain', 'Show how the limits are rounded')
    .addOption(nowOption('Start of the rollout'))
    .addHelpText('after', EXAMPLES)
    .action(async (target: Target, flags: SimulateFlags, command: Command) => {
      const input = selectingInputOf([], flags, DEPLOYMENT_RESOURCES, flags.namespace);
      requireInput(input, command, terminal);
      finish(await simulate(input, target, flags, terminal));
    });
}

function parseDeployment(text: string): Target {
  const target = parseTarget(text);
  if (target.kind !== undefined && target.kind !== DEPLOYMENT.kind) {
    throw new InvalidArgumentError('Use a Deployment.');
  }
  return target;
}

function parseImage(
  text: string,
  images: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const [, container, image] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (container === undefined || image === undefined) {
    throw new InvalidArgumentError('Use a container and its image, such as app=nginx:1.27.');
  }
  const all = new Map([...images, [container, image]]);
  if (all.has('*') && all.size > 1) {
    throw new InvalidArgumentError('* sets the images of all containers; pass it alone.');
  }
  return all;
}

function podLimit(text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new InvalidArgumentError('Use a whole number.');
  }
  return Number(text);
}

async function simulate(
  input: Input,
  target: Target,
  flags: SimulateFlags,
  terminal: Terminal,
): Promise<number> {
  const read = await readDeployments(input, terminal);
  const known = read.deployments.map(identityOf);
  const wanted = { namespace: flags.namespace, name: target.name };
  const found = read.deployments.filter((each) => isWanted(identityOf(each), wanted));
  const [deployment, ...others] = found;
  const { image = new Map<string, string>(), restart = false, explain = false } = flags;
  const errors = [...read.errors];
  if (others.length > 0) {
    const titles = found.map(identityOf).map(fullName);
    errors.push(ambiguous(target.text, titles, '-n for the namespace'));
  } else if (deployment !== undefined) {
    const unknown = unknownContainers(deployment, image);
    appendAll(
      errors,
      unknown.map((name) => `${target.text} has no container ${name}`),
    );
  } else if (errors.length === 0 && !hasErrors(read.problems)) {
    errors.push(notFound(input, `Deployment ${target.text}`, wanted, known));
  }
  if (objectOf(objectOf(objectOf(deployment?.spec).template).spec).runtimeClassName) {
    requireListed(terminal, RUNTIME_CLASS.kind);
  }
  const problems: Problem[] = [...read.problems];
  const model =
    deployment === undefined || errors.length > 0
      ? undefined
      : attemptOn(read.placeOf(deployment) as ManifestObject, problems, () =>
          simulatedRollout(deployment, read, {
            now: flags.now ?? currentTime(),
            images: image,
            restart,
            podLimit: flags.podLimit,
            readySeconds: flags.readyAfter === 'never' ? null : flags.readyAfter,
            terminationSeconds: flags.stopAfter,
          }),
        );
  if (model !== undefined) {
    writeModel(model, explain, flags, terminal);
  }
  writeProblems(problems, terminal);
  writeErrors(errors, terminal);
  return model?.complete === true && !hasErrors(problems) ? OK : FAILED;
}

function writeModel(
  model: SimulatedRolloutModel,
  explain: boolean,
  flags: SimulateFlags,
  terminal: Terminal,
): void {
  const { name, isAssumed } = model;
  writeResult(flags, terminal, {
    text: (layout) => renderSimulatedRollout(model, explain, layout),
    table: () => scalingTable(model),
    names: () => [resourceName({ ...DEPLOYMENT, name })],
    model: () => model,
  });
  const note =
    'The input has no ReplicaSets of the Deployment; Pods of an earlier version are assumed.';
  writeNotes(isText(flags) && isAssumed ? [note] : [], terminal);
}
