import type { DnsNames } from '@kubesem/dns';
import type { Colors } from '../../../output/colors.js';
import { renderTable } from '../../../output/table.js';
import { NONE, objectTitle } from '../../../output/text.js';

/** Lays out one line for each name of each object; objects without a name have one line. */
export function renderDnsNames(objects: readonly DnsNames[], colors: Colors): string {
  return renderTable(
    ['OBJECT', 'TYPE', 'NAME'],
    objects.flatMap((object) => {
      const title = objectTitle(object);
      return object.names.length === 0
        ? [[title, NONE, NONE]]
        : object.names.map((one, index) => [index === 0 ? title : '', one.of, one.name]);
    }),
    colors,
  );
}
