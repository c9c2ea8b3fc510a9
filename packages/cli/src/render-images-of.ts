import type { ImageReport, ObjectReport } from '@kubesem/inspect';
import { sourceOf } from './render-credentials.js';
import { shortDigest } from './render-image.js';
import { renderTable } from './table.js';
import { type Colors, shorten, visible } from './terminal.js';

/**
 * Lays out one line for each image of each object.
 *
 * @param objects - Pods and workloads
 * @param hasCredentials - whether to show what the images are pulled with
 * @param colors - for the terminal
 * @returns the table; objects with errors have a line without an image
 */
export function renderImagesOf(
  objects: readonly ObjectReport[],
  hasCredentials: boolean,
  colors: Colors,
): string {
  const heads = ['OBJECT', 'CONTAINER', 'PULLED AS', 'PULL POLICY'];
  if (hasCredentials) {
    heads.push('PULLED WITH');
  }
  return renderTable(
    heads.map((head) => ({ head: colors.bold(head) })),
    objects.flatMap(({ namespace, kind, name, pod }) => {
      const object = `${kind} ${visible(namespace)}/${visible(name)}`;
      return pod === undefined
        ? [[object, '-', colors.red('ERROR'), '-', ...(hasCredentials ? ['-'] : [])]]
        : pod.images.map((image, index) => [
            index === 0 ? object : '',
            ...imageCells(image, colors),
            ...(hasCredentials ? [credentialsCell(image)] : []),
          ]);
    }),
  );
}

function imageCells(
  { kind, name, image, pulledAs, pullPolicy }: ImageReport,
  colors: Colors,
): string[] {
  const container = kind === 'app' ? visible(name) : `${visible(name)} (${kind})`;
  const shown = visible(pulledAs === undefined ? image : shortDigest(pulledAs));
  return [
    container,
    pulledAs === undefined ? colors.red(shorten(shown) || '-') : shown,
    visible(pullPolicy),
  ];
}

/** Where the credentials come from, in the order in which they are tried. */
function credentialsCell({ credentials }: ImageReport): string {
  if (credentials === undefined) {
    return '-';
  }
  return [...new Set(credentials.map(sourceOf))].join(', ') || 'no credentials';
}
