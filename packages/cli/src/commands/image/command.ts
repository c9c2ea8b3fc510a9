import type { Command } from 'commander';
import { type CommandContext, FAILED, OK, requireOneStdin } from '../../context.js';
import type { Terminal } from '../../io/terminal.js';
import { credentialsOption, namespaceOption, withColumns, withTable } from '../../options.js';
import { hasErrors, writeErrors, writeProblems } from '../../output/problems.js';
import { type OutputFlags, writeResult } from '../../output/write.js';
import { imageModel, isImage } from './model.js';
import { readCredentials } from './read-credentials.js';
import { imageTable, renderImageError, renderImageModel } from './render.js';

/** The flags of `kubesem image`. */
interface ImageFlags extends OutputFlags {
  readonly explain?: boolean | undefined;
  /** Files. */
  readonly credentials?: readonly string[] | undefined;
  readonly namespace?: string | undefined;
}

const EXAMPLES = `
Examples:
  kubesem image busybox registry:5000/app     Full names and pull policies
  kubesem image --explain busybox             Where each part comes from
  kubesem image --credentials ~/.docker/config.json ghcr.io/team/app
                                              Matching credentials, in order
  kubesem image --credentials secret.yaml -o json ghcr.io/team/app
                                              The same for programs

A config.json or .dockercfg counts as configuration of the node; Secrets in
manifests count as pull secrets of a Pod, in their order. The kubelet ignores
credential stores and helpers; a pull with the empty entries that they leave is
anonymous. Users and passwords are never shown.

Exit status: 0 if all names are valid, 1 if a name or a file with credentials is
invalid, 2 if the command line is wrong.`;

/** Adds `kubesem image`. */
export function addImage(program: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(program.command('image'), 'name'),
    'image',
    'registry',
    'repository',
    'tag',
    'digest',
    'pull-policy',
  )
    .description('Explain image names and find matching registry credentials')
    .argument('<IMAGE...>', 'Image names as in a container')
    .option('--explain', 'Explain where each part of the name comes from')
    .addOption(credentialsOption('Registry credentials to match against the images'))
    .addOption(namespaceOption())
    .addHelpText('after', EXAMPLES)
    .action(async (images: string[], flags: ImageFlags, command: Command) => {
      requireOneStdin(flags.credentials ?? [], command);
      finish(await image(images, flags, terminal));
    });
}

async function image(
  inputs: readonly string[],
  flags: ImageFlags,
  terminal: Terminal,
): Promise<number> {
  const { namespace, explain = false, credentials = [] } = flags;
  const files = await readCredentials(credentials, terminal, namespace);
  const model = imageModel(inputs, files, explain);
  const { stderr } = terminal;
  const valid = model.images.filter(isImage);
  const isIncomplete = files.errors.length > 0 || hasErrors(model.problems);
  writeResult(flags, terminal, {
    text: (layout) => renderImageModel(model, isIncomplete, layout),
    table: () => imageTable(valid),
    names: () => valid.map(({ pulledAs }) => pulledAs),
    model: () => model,
  });
  const broken = model.images.flatMap((one) => (isImage(one) ? [] : [one]));
  for (const one of broken) {
    stderr.write(renderImageError(one, stderr.colors));
  }
  writeProblems(model.problems, terminal);
  const errors = [...files.errors];
  if (model.kubeletRefuses) {
    errors.push('the kubelet pulls no images for a Pod with a Secret that cannot be decoded');
  }
  writeErrors(errors, terminal);
  return hasErrors(model.problems) || broken.length + errors.length > 0 ? FAILED : OK;
}
