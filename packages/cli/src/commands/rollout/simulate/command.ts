import { identityOf, objectOf } from '@kubesem/core';
import { DEPLOYMENT, RUNTIME_CLASS } from '@kubesem/core/kinds';
import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { InvalidArgumentError } from 'commander';
import { tableOf } from '../../../frame/columns.js';
import { type AddCommand, command } from '../../../frame/command.js';
import * as flags from '../../../frame/flags.js';
import { DEPLOYMENT_RESOURCES } from '../../../io/cluster/resources.js';
import { fullName, isWanted } from '../../../io/named.js';
import { requireListed } from '../../../io/no-answer.js';
import { attemptOn } from '../../../io/placed.js';
import { wholeSeconds } from '../../../options.js';
import { ambiguous, notFound } from '../../../output/not-found.js';
import { resourceName } from '../../../output/text.js';
import { parseTarget, type Target } from '../../../shared/target.js';
import { simulatedRollout, unknownContainers } from './model.js';
import { readDeployments } from './read.js';
import { COLUMNS, renderSimulatedRollout } from './render.js';

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

const IMAGES: flags.Flag<ReadonlyMap<string, string>> = {
  flags: '--image <CONTAINER=IMAGE>',
  description: 'New image of a container or init container, or of all with * (repeatable)',
  absent: () => new Map(),
  parse: (text, images = new Map()) => {
    const [, container, image] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (container === undefined || image === undefined) {
      throw new InvalidArgumentError('Use a container and its image, such as app=nginx:1.27.');
    }
    const all = new Map([...images, [container, image]]);
    if (all.has('*') && all.size > 1) {
      throw new InvalidArgumentError('* sets the images of all containers; pass it alone.');
    }
    return all;
  },
};

/** `kubesem rollout simulate`. */
export const simulate: AddCommand = command({
  name: 'simulate',
  summary: 'Simulate the rollout of a Deployment, and show why it gets stuck',
  help: EXAMPLES,
  arguments: {
    target: flags.argument('<DEPLOYMENT>', 'Deployment, such as deployment/web', parseDeployment),
  },
  flags: {
    ...flags.CONTEXT,
    ...flags.table('name'),
    filename: flags.filename('Deployments, ReplicaSets and quotas'),
    namespace: flags.onlyNamespace('Deployments'),
    images: IMAGES,
    restart: flags.boolean('--restart', 'Restart as kubectl rollout restart does'),
    readyAfter: flags.value(
      '--ready-after <SECONDS>',
      'When a new Pod is ready, or "never" (default: 10)',
      (text) => (text === 'never' ? text : wholeSeconds(0)(text)),
    ),
    terminationSeconds: flags.value(
      '--stop-after <SECONDS>',
      'When a deleted Pod is gone (default: 30)',
      wholeSeconds(0),
    ),
    podLimit: flags.value(
      '--pod-limit <N>',
      'Number of its Pods that are admitted at once',
      podLimit,
    ),
    explain: flags.boolean('--explain', 'Show how the limits are rounded', {
      lostIn: ['name', 'csv'],
    }),
    now: flags.now('Start of the rollout'),
  },
  columns: COLUMNS,
  reads: ({ namespace }) => ({ resources: DEPLOYMENT_RESOURCES, only: namespace }),
  answer: async ({ input, target, namespace, explain, readyAfter, ...asked }, terminal) => {
    const read = await readDeployments(input, terminal);
    const wanted = { namespace, name: target.name };
    const found = read.deployments.filter((each) => isWanted(identityOf(each), wanted));
    const [deployment, ...others] = found;
    const problems: Problem[] = [...read.problems];
    const { errors } = read;
    if (deployment === undefined) {
      const known = read.deployments.map(identityOf);
      const missing = notFound(input, `Deployment ${target.text}`, wanted, known);
      return { problems, errors, missing };
    }
    if (objectOf(objectOf(objectOf(deployment.spec).template).spec).runtimeClassName) {
      requireListed(terminal, RUNTIME_CLASS.kind);
    }
    const wrong =
      others.length > 0
        ? [ambiguous(target.text, found.map(identityOf).map(fullName), '-n for the namespace')]
        : unknownContainers(deployment, asked.images).map(
            (name) => `${target.text} has no container ${name}`,
          );
    if (errors.length + wrong.length > 0) {
      return { problems, errors: [...errors, ...wrong] };
    }
    const readySeconds = readyAfter === 'never' ? null : readyAfter;
    const model = attemptOn(read.placeOf(deployment) as ManifestObject, problems, () =>
      simulatedRollout(deployment, read, { ...asked, readySeconds }),
    );
    return model === undefined
      ? { problems }
      : {
          table: tableOf(COLUMNS, model.scalings),
          text: (layout) => renderSimulatedRollout(model, explain, layout),
          names: () => [resourceName({ ...DEPLOYMENT, name: model.name })],
          model: () => model,
          notes: model.isAssumed ? [ASSUMED] : [],
          problems,
          isFine: model.complete,
        };
  },
});

const ASSUMED =
  'The input has no ReplicaSets of the Deployment; Pods of an earlier version are assumed.';

function parseDeployment(text: string): Target {
  const target = parseTarget(text);
  if (target.kind !== undefined && target.kind !== DEPLOYMENT.kind) {
    throw new InvalidArgumentError('Use a Deployment.');
  }
  return target;
}

function podLimit(text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new InvalidArgumentError('Use a whole number.');
  }
  return Number(text);
}
