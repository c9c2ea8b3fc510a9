import type { ImageReport, ObjectReport } from '@kubesem/inspect';
import type { Colors } from '../../output/colors.js';
import { renderTable } from '../../output/table.js';
import { NONE, objectTitle, shorten, visible } from '../../output/text.js';
import { shortDigest, sourceOf } from '../image/cells.js';
import { containerTitle } from './cells.js';

/**
 * Lays out one line for each image of each object.
 *
 * @param objects - Pods and workloads
 * @param hasCredentials - whether to show the credentials of the images
 * @param colors - for the terminal
 * @returns the table; objects with errors have a line without an image
 */
export function renderImagesOf(
  objects: readonly ObjectReport[],
  hasCredentials: boolean,
  colors: Colors,
): string {
  const columns = ['OBJECT', 'CONTAINER', 'PULLED AS', 'PULL POLICY'];
  const rows = objects.flatMap((object) => {
    const title = objectTitle(object);
    return object.pod === undefined
      ? [[title, NONE, colors.red('ERROR'), NONE, NONE]]
      : object.pod.images.map((image, index) => [
          index === 0 ? title : '',
          ...imageCells(image, colors),
          credentialsCell(image),
        ]);
  });
  return hasCredentials
    ? renderTable([...columns, 'PULLED WITH'], rows, colors)
    : renderTable(
        columns,
        rows.map((row) => row.slice(0, columns.length)),
        colors,
      );
}

function imageCells(
  { kind, name, image, pulledAs, pullPolicy }: ImageReport,
  colors: Colors,
): string[] {
  const shown = visible(pulledAs === undefined ? image : shortDigest(pulledAs));
  return [
    containerTitle(kind, name),
    pulledAs === undefined ? colors.red(shorten(shown) || NONE) : shown,
    visible(pullPolicy),
  ];
}

/** The sources of the credentials, in the order in which they are tried. */
function credentialsCell({ credentials }: ImageReport): string {
  if (credentials === undefined) {
    return NONE;
  }
  return [...new Set(credentials.map(sourceOf))].join(', ') || 'no credentials';
}
