import type { DnsNames } from '@kubesem/dns';
import type { Table } from '../../../output/table/table.js';
import { NONE, objectTitle } from '../../../output/text.js';

/** One line for each name of each object; objects without a name have one line. */
export function dnsNamesTable(objects: readonly DnsNames[]): Table {
  return {
    columns: ['OBJECT', { head: 'TYPE', drop: 1 }, 'NAME'],
    rows: objects.flatMap((object) => {
      const title = objectTitle(object);
      return object.names.length === 0
        ? [[title, NONE, NONE]]
        : object.names.map((one, index) => [index === 0 ? title : '', one.of, one.name]);
    }),
  };
}
