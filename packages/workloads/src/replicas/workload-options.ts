import { ABSENT, FieldError, fieldProblem, fields } from '@kubesem/core';
import type { WorkloadKind } from '@kubesem/core/kinds';
import { findWorkloadKind, type Workload } from './workload-kind.js';

/** Options of the functions that read workloads. */
export interface WorkloadOptions {
  /** Kind of the object, for items of a list without a `kind`. */
  readonly kind?: WorkloadKind | undefined;
}

/** Returns the kind of a workload: that of the options, or its own. */
export function kindOf(workload: Workload, { kind }: WorkloadOptions): WorkloadKind {
  const object = fields<Workload>(workload, ABSENT);
  const [apiVersion, kindName] = [object.text('apiVersion'), object.text('kind')];
  const found = kind ?? findWorkloadKind(apiVersion, kindName);
  if (found === undefined) {
    throw new FieldError(
      fieldProblem({
        type: 'FieldValueNotSupported',
        code: 'NOT_A_WORKLOAD',
        path: undefined,
        value: `${apiVersion} ${kindName}`,
        message: 'expected a Pod or an object with a Pod template, in a version that is served',
      }),
    );
  }
  return found;
}
