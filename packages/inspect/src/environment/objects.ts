import type { ConfigMap, Node, Secret, Service } from '@kubesem/core';

/** What the variables and files of containers are made from. */
export interface EnvironmentObjects {
  /** ConfigMaps of any namespace. */
  readonly configMaps?: readonly ConfigMap[] | undefined;
  /** Secrets of any namespace. */
  readonly secrets?: readonly Secret[] | undefined;
  /** Services of any namespace. */
  readonly services?: readonly Service[] | undefined;
  /** The nodes; only that of the Pod counts. */
  readonly nodes?: readonly Node[] | undefined;
}
