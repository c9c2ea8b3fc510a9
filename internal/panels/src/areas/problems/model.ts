import { type Page, type PageOptions, pageOf } from '../../case/page.js';
import type { AreaModel, Place } from '../area.js';

/** What the panel of problems shows. */
export interface ProblemsModel {
  readonly page: Page<ProblemRow>;
  readonly errors: number;
  readonly warnings: number;
}

/** Something that is wrong. */
export interface ProblemRow extends Place {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly type: string | undefined;
  readonly path: string;
  readonly message: string;
}

/** The model of the area. */
export const model: AreaModel<ProblemsModel, PageOptions> = {
  count: ({ problems }) => problems.length,
  model: ({ problems }, options) => {
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const page = pageOf(
      problems,
      options,
      ({ severity, code, path, message, advice = '' }) =>
        `${severity} ${code} ${path} ${message} ${advice}`,
      ({ severity, code, type, path, message, advice, file, line, column }): ProblemRow => ({
        ...{ severity, code, type, path, file, line, column },
        message: advice === undefined ? message : `${message}; ${advice}`,
      }),
    );
    return { page, errors, warnings: problems.length - errors };
  },
};
