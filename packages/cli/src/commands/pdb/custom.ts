// The kinds of a cluster that are not built in, as far as budgets depend on them.
import {
  apiGroupOf,
  type Controller,
  controllerOf,
  ignoreProblem,
  type Pod,
  type PodDisruptionBudget,
} from '@kubesem/core';
import {
  type ApiKind,
  type CustomObject,
  customKinds,
  type DisruptionCluster,
  type ScaleDefinition,
} from '@kubesem/disruption';
import { DEFINITION_RESOURCES, type Resource } from '../../io/cluster/resources.js';
import { identityOf } from '../../io/lenient.js';
import { isUnknown, type Terminal } from '../../io/terminal.js';

/** What was read, and what is read only if it makes a difference. */
interface CustomLists {
  readonly pods: () => readonly Pod[];
  readonly pdbs: () => readonly PodDisruptionBudget[];
  readonly definitions: () => readonly ScaleDefinition[];
  readonly objects: () => readonly CustomObject[];
}

/** Reads kinds that are not built in: from a cluster, only those of controllers in a namespace with a budget. */
export class CustomKinds {
  private readonly lists: CustomLists;
  private readonly terminal: Terminal;
  private steps = 0;
  /** The kinds whose objects a cluster was asked for. */
  private listed: readonly ApiKind[] = [];

  constructor(lists: CustomLists, terminal: Terminal) {
    this.lists = lists;
    this.terminal = terminal;
  }

  /** What else to read from the cluster: the definitions, and then the objects of the kinds that have a scale. */
  next(): readonly Resource[] {
    this.steps += 1;
    const controllers = this.steps > 2 ? [] : this.controllers();
    if (controllers.length === 0 || this.steps === 1) {
      return controllers.length === 0 ? [] : DEFINITION_RESOURCES;
    }
    // With an object of each, all that have a scale are known.
    const { kinds } = customKinds(this.lists.definitions(), controllers);
    const names = new Set(controllers.map(nameOf));
    this.listed = (kinds ?? []).filter(
      (kind) => kind.hasScale === true && names.has(nameOf(kind)) && isPlain(kind),
    );
    return this.listed.map(({ apiVersion, kind, resource }) => ({
      ...{ apiVersion, kind, plural: resource, namespaced: true, unlisted: 'WARNING' as const },
    }));
  }

  /** The kinds and scales. The objects of a kind that a cluster does not list are unknown, even if a part was read. */
  result(): Pick<DisruptionCluster, 'kinds' | 'scales' | 'lacksKinds'> {
    const definitions = this.lists.definitions();
    const isKnown = ({ kind }: { readonly kind?: string | null | undefined }) =>
      !isUnknown(this.terminal, kind ?? '');
    if (definitions.length === 0) {
      const isListed = this.steps > 1 && DEFINITION_RESOURCES.every(isKnown);
      return isListed ? { kinds: [], lacksKinds: true } : {};
    }
    const { kinds, ...others } = customKinds(definitions, this.lists.objects().filter(isKnown));
    return { kinds: [...(kinds ?? []), ...this.listed.filter(isKnown)], ...others };
  }

  /** The controllers of Pods in namespaces with budgets, whose kinds are not built in. */
  private controllers(): readonly Controller[] {
    const namespaces = new Set(this.lists.pdbs().map((pdb) => identityOf(pdb).namespace));
    return this.lists.pods().flatMap((pod) => {
      const controller = namespaces.has(identityOf(pod).namespace)
        ? controllerOf(pod, ignoreProblem)
        : undefined;
      return controller !== undefined && isCustom(controller.apiVersion) ? [controller] : [];
    });
  }
}

/** Whether a version has a group with a dot, as every kind that is not built in. */
export function isCustom(apiVersion: string): boolean {
  return apiGroupOf(apiVersion).includes('.');
}

/** Whether it can be in a path: files can define kinds as well. */
function isPlain({ apiVersion, resource }: ApiKind): boolean {
  return /^[a-z0-9.-]+\/[a-z0-9]+$/.test(apiVersion) && /^[a-z0-9-]+$/.test(resource);
}

function nameOf({ apiVersion, kind }: Pick<ApiKind, 'apiVersion' | 'kind'>): string {
  return `${apiVersion} ${kind}`;
}
