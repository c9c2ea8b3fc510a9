import type { DnsNames } from '@kubesem/dns';
import type { Column, Table } from '../output/table/table.js';
import { NONE, objectTitle } from '../output/text.js';

/** The columns of {@link dnsNamesTable}. */
export const DNS_NAME_COLUMNS: readonly Column[] = [
  { head: 'OBJECT' },
  { head: 'TYPE', drop: 1 },
  { head: 'NAME' },
];

/** One line for each name of each object; objects without a name have one line. */
export function dnsNamesTable(objects: readonly DnsNames[]): Table {
  return {
    columns: DNS_NAME_COLUMNS,
    rows: objects.flatMap((object) => {
      const title = objectTitle(object);
      return object.names.length === 0
        ? [[title, NONE, NONE]]
        : object.names.map((one, index) => [index === 0 ? title : '', one.of, one.name]);
    }),
  };
}
