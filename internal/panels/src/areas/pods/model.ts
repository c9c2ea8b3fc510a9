import { titleOf } from '../../case/explained.js';
import { type Page, pageOf } from '../../case/page.js';
import type { AreaModel } from '../area.js';
import { type PodDetail, podDetail } from './detail.js';
import type { PodsOptions } from './options.js';
import { type PodRow, rowOf, searchText } from './row.js';

/** What the panel of Pods shows. */
export interface PodsModel {
  readonly page: Page<PodRow>;
  /** The Pod or workload that is explained. */
  readonly detail?: PodDetail | undefined;
}

/** The model of the area. */
export const model: AreaModel<PodsModel, PodsOptions> = {
  count: ({ report }) => report.objects.length,
  model: async (input, options) => {
    const { objects } = input.report;
    const page = pageOf(objects, options, searchText, rowOf);
    const chosen = objects.find((object) => titleOf(object) === options.selected);
    const [first] = page.rows;
    const shown = chosen ?? objects.find((object) => titleOf(object) === first?.key);
    return { page, detail: shown && (await podDetail(input, shown, options)) };
  },
  preload: () => import('./life.js'),
};
