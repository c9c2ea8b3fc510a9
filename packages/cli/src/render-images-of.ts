import type { ImageReport, ObjectReport } from '@kubesem/inspect';
import { shortDigest } from './render-image.js';
import { renderTable } from './table.js';
import { type Colors, shorten, visible } from './terminal.js';

/**
 * Lays out one line for each image of each object.
 *
 * @param objects - Pods and workloads
 * @param colors - for the terminal
 * @returns the table; objects with errors have a line without an image
 */
export function renderImagesOf(objects: readonly ObjectReport[], colors: Colors): string {
  const heads = ['OBJECT', 'CONTAINER', 'PULLED AS', 'PULL POLICY'];
  return renderTable(
    heads.map((head) => ({ head: colors.bold(head) })),
    objects.flatMap(({ namespace, kind, name, pod }) => {
      const object = `${kind} ${visible(namespace)}/${visible(name)}`;
      return pod === undefined
        ? [[object, '-', colors.red('ERROR'), '-']]
        : pod.images.map((image, index) => [
            index === 0 ? object : '',
            ...imageCells(image, colors),
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
