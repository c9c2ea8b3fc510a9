import { objectNamespace, type Pod, type Service, type StringMap } from '@kubesem/core';
import { clusterLists, fields, readList, THROW } from '@kubesem/core/internal';
import {
  type LabelRequirement,
  matchesLabelSelector,
  serviceSelectorRequirements,
} from '@kubesem/selectors';
import { LabelIndex } from '@kubesem/selectors/internal';

/** What selects the Pods of a Service. */
export interface ServiceSelection {
  readonly namespace: string;
  /** Undefined if the controllers leave the Service alone: without a selector, or an ExternalName. */
  readonly requirements: readonly LabelRequirement[] | undefined;
}

/**
 * Reads what selects the Pods of a Service.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/endpointslice` v1.37.1, `Controller.syncService`.
 */
export function readSelection(service: Service): ServiceSelection {
  const spec = fields(service, THROW).at('spec');
  spec.map('selector');
  return {
    namespace: objectNamespace(service),
    requirements:
      spec.raw('type') === 'ExternalName'
        ? undefined
        : serviceSelectorRequirements(spec.raw('selector')),
  };
}

/** The labels of a Pod, after a check of their types. */
export function readPodLabels(pod: Pod): StringMap {
  const metadata = fields(pod, THROW).at('metadata');
  const labels = metadata.at('labels').value;
  // There are many Pods: a map is made only to report a value of the wrong type.
  if (Object.values(labels).some((value) => typeof value !== 'string')) {
    metadata.map('labels');
  }
  return labels;
}

/**
 * Lists the Pods that a Service selects, whatever their state.
 *
 * A Service without a selector, with an empty one, or of type `ExternalName` selects none.
 *
 * @param service - the Service; without a namespace it is in `default`
 * @param cluster - Pods of any namespace
 * @returns the Pods of the namespace that have all labels of the selector
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a selector or labels are not a map of strings
 *
 * @example
 * ```ts
 * import { servicePods } from '@kubesem/service';
 *
 * const pods = [
 *   { metadata: { name: 'web-1', labels: { app: 'web' } } },
 *   { metadata: { name: 'api-1', labels: { app: 'api' } } },
 * ];
 * servicePods({ spec: { selector: { app: 'web' } } }, { pods }).length // => 1
 * servicePods({ spec: {} }, { pods }) // => []
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/endpointslice` v1.37.1, `Controller.syncService`.
 */
export function servicePods<P extends Pod>(
  service: Service,
  cluster: { readonly pods: readonly P[] },
): readonly P[] {
  const selection = readSelection(service);
  return clusterLists(cluster, 'pods').pods.filter((pod) => selects(selection, pod));
}

/**
 * Lists the Services that select a Pod, whatever its state.
 *
 * @param pod - the Pod; without a namespace it is in `default`
 * @param cluster - Services of any namespace
 * @returns the Services of the namespace whose labels the Pod has
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a selector or labels are not a map of strings
 *
 * @example
 * ```ts
 * import { podServices } from '@kubesem/service';
 *
 * const pod = { metadata: { name: 'web-1', labels: { app: 'web', tier: 'front' } } };
 * const services = [{ spec: { selector: { app: 'web' } } }, { spec: { selector: { app: 'api' } } }];
 * podServices(pod, { services }) // => [{ spec: { selector: { app: 'web' } } }]
 * ```
 *
 * Source: `k8s.io/endpointslice/util` v0.37.1, `GetServicesToUpdate`.
 */
export function podServices<S extends Service>(
  pod: Pod,
  cluster: { readonly services: readonly S[] },
): readonly S[] {
  return clusterLists(cluster, 'services').services.filter((service) =>
    selects(readSelection(service), pod),
  );
}

/** Whether a Service selects a Pod. */
export function selects({ namespace, requirements }: ServiceSelection, pod: Pod): boolean {
  return (
    namespace === objectNamespace(pod) && matchesLabelSelector(requirements, readPodLabels(pod))
  );
}

/** A Pod and its labels. */
interface LabelledPod {
  readonly index: number;
  readonly labels: StringMap;
}

/** Finds the Pods that selectors select without comparing each Pod with each selector. */
export class PodIndex {
  private readonly pods: LabelIndex<LabelledPod>;

  /**
   * @param pods - all Pods
   * @param selections - all selectors that will be asked for: only their labels are indexed
   */
  constructor(pods: readonly Pod[], selections: readonly ServiceSelection[]) {
    this.pods = new LabelIndex(selections.flatMap((selection) => searchOf(selection) ?? []));
    for (const [index, pod] of readList(pods, undefined).entries()) {
      const labels = readPodLabels(pod);
      this.pods.add(objectNamespace(pod), labels, { index, labels });
    }
  }

  /** Indexes of the selected Pods, in their order. */
  selected(selection: ServiceSelection): readonly number[] {
    const search = searchOf(selection);
    return search === undefined
      ? []
      : this.pods
          .candidates(search)
          .filter(({ labels }) => matchesLabelSelector(search.requirements, labels))
          .map(({ index }) => index);
  }
}

/** Undefined if the Service selects nothing. */
function searchOf({ namespace, requirements = [] }: ServiceSelection) {
  return requirements.length === 0 ? undefined : { namespace, requirements };
}
