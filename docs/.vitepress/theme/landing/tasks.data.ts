// The guides, for the first page.
import { pagesOf } from '../../areas.js';
import { DOCS } from '../../places.js';

/** A guide. */
export interface Task {
  readonly title: string;
  readonly description: string;
  readonly link: string;
}

declare const data: readonly Task[];

export { data };

export default {
  watch: [`${DOCS}guides/*/index.md`],
  load: (): readonly Task[] =>
    pagesOf('guides')
      .filter(({ link }) => link !== '/guides/getting-started')
      .map(({ title, description = '', link }) => ({ title, description, link })),
};
