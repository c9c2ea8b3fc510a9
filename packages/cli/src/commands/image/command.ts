import { tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { hasErrors } from '../../output/problems.js';
import { readCredentials } from '../../shared/images.js';
import { imageModel, isImage } from './model.js';
import { COLUMNS, renderImageError, renderImageModel } from './render.js';

const EXAMPLES = `
Examples:
  kubesem image busybox registry:5000/app     Full names and pull policies
  kubesem image --explain busybox             Where each part comes from
  kubesem image --credentials ~/.docker/config.json ghcr.io/team/app
                                              Matching credentials, in order
  kubesem image --credentials secret.yaml -o json ghcr.io/team/app
                                              The same for programs

A config.json or .dockercfg has the credentials of the node; Secrets in
manifests are the pull secrets of a Pod, in their order. The kubelet ignores
credential stores and helpers; a pull with the empty entries that they leave is
anonymous. Users and passwords are never shown.

Exit status: 0 if all names are valid, 1 if a name or a file with credentials is
invalid, 2 if the command line is wrong.`;

/** `kubesem image`. */
export const image: AddCommand = command({
  name: 'image',
  summary: 'Explain image names and find matching registry credentials',
  help: EXAMPLES,
  arguments: { images: flags.argument('<IMAGE...>', 'Image names as in a container') },
  flags: {
    ...flags.table('name'),
    explain: flags.boolean('--explain', 'Explain where each part of the name comes from', {
      lostIn: ['name', 'csv'],
    }),
    credentials: { ...flags.CREDENTIALS, lostIn: ['name', 'csv'] },
    namespace: flags.NAMESPACE,
  },
  columns: COLUMNS,
  reads: ({ credentials }) => ({ files: credentials, isOptional: true }),
  answer: async ({ images, explain, credentials, namespace }, terminal) => {
    const files = await readCredentials(credentials, terminal, namespace);
    const model = imageModel(images, files, explain);
    const { problems, kubeletRefuses } = model;
    const valid = model.images.filter(isImage);
    const broken = model.images.flatMap((one) => (isImage(one) ? [] : [one]));
    const isIncomplete = files.errors.length > 0 || hasErrors(problems);
    const { stderr } = terminal;
    // Three lines, of which the last one points at the place.
    broken.forEach((one) => void stderr.write(renderImageError(one, stderr.colors)));
    return {
      table: tableOf(COLUMNS, valid),
      text: (layout) => renderImageModel(model, isIncomplete, layout),
      names: () => valid.map(({ pulledAs }) => pulledAs),
      model: () => model,
      problems,
      errors: [...files.errors, ...(kubeletRefuses ? [REFUSED] : [])],
      isFine: broken.length === 0,
    };
  },
});

const REFUSED = 'the kubelet pulls no images for a Pod with a Secret that cannot be decoded';
