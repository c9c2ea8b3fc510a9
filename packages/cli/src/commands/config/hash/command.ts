import { appendAll } from '@kubesem/core';
import type { Problem } from '@kubesem/inspect';
import type { Command } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  inputOf,
  OK,
  requireInput,
} from '../../../context.js';
import { CONFIG_RESOURCES } from '../../../io/cluster/resources.js';
import { type Input, readManifests } from '../../../io/objects.js';
import type { Terminal } from '../../../io/terminal.js';
import { pathsArgument, withColumns, withInput, withTable } from '../../../options.js';
import { notFound } from '../../../output/not-found.js';
import { hasErrors, writeErrors, writeProblems } from '../../../output/problems.js';
import { renderTable } from '../../../output/table/render.js';
import type { Table } from '../../../output/table/table.js';
import { NONE, placeOf, visible } from '../../../output/text.js';
import { type OutputFlags, writeResult } from '../../../output/write.js';
import { type HashedObject, hashed, isConfig } from './model.js';

const EXAMPLES = `
Examples:
  kubesem config hash web.yaml         The hashes of manifests
  kubectl kustomize overlay | kubesem config hash
                                       Whether generated names are up to date
  kubesem config hash --context prod -n shop

KUBECTL is the hash of kubectl create --append-hash, KUSTOMIZE that of the
generators of kustomize. They differ for every object.

SUFFIX shows whose hash the name ends with. It is "outdated" if the name ends
with another hash, as after a change of the data. KUBECTL is then computed from
the name without the suffix.

Exit status: 0 if all hashes are known, 1 if an object or a file cannot be read,
2 if the command line is wrong.`;

type HashFlags = OutputFlags & InputFlags;

/** Adds `kubesem config hash`. */
export function addHash(config: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withInput(config.command('hash'), 'ConfigMaps and Secrets')),
    ...['namespace', 'kind', 'name', 'kubectl', 'kustomize', 'suffix', 'location'],
  )
    .description('Show the hashes of ConfigMaps and Secrets, as in generated names')
    .addArgument(pathsArgument())
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: HashFlags, command: Command) => {
      const input = inputOf(paths, flags, CONFIG_RESOURCES, flags.namespace);
      requireInput(input, command, terminal);
      finish(await hash(input, flags, terminal));
    });
}

async function hash(input: Input, flags: HashFlags, terminal: Terminal): Promise<number> {
  const objects: HashedObject[] = [];
  const problems: Problem[] = [];
  const errors = await readManifests(input, terminal, {
    addProblem: (problem) => void problems.push(problem),
    add: (placed) => {
      if (isConfig(placed)) {
        const object = hashed(placed, problems);
        appendAll(objects, object === undefined ? [] : [object]);
      }
    },
  });
  if (objects.length + errors.length === 0 && !hasErrors(problems)) {
    errors.push(notFound(input, 'ConfigMaps or Secrets'));
  }
  writeResult(flags, terminal, {
    text: (layout) => {
      const table = hashTable(objects, flags.output === 'wide');
      return table.rows.length === 0 ? '' : renderTable(table, layout);
    },
    table: () => hashTable(objects, true),
    model: () => ({ objects, problems }),
  });
  writeProblems(problems, terminal);
  writeErrors(errors, terminal);
  return errors.length > 0 || hasErrors(problems) ? FAILED : OK;
}

function hashTable(objects: readonly HashedObject[], wide: boolean): Table {
  return {
    columns: [
      ...[{ head: 'NAMESPACE', drop: 1 }, 'KIND', 'NAME', 'KUBECTL', 'KUSTOMIZE', 'SUFFIX'],
      ...(wide ? ['LOCATION'] : []),
    ],
    rows: objects.map((object) => [
      ...[object.namespace, object.kind, object.name].map((text) => visible(text) || NONE),
      ...[object.kubectl, object.kustomize, object.suffix ?? NONE],
      ...(wide ? [placeOf(object)] : []),
    ]),
  };
}
