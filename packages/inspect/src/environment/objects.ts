import type { ClusterObjects } from '@kubesem/core';

/** What the variables and files of containers are made from. Of the nodes, only that of the Pod counts. */
export interface EnvironmentObjects
  extends Pick<ClusterObjects, 'configMaps' | 'secrets' | 'services' | 'nodes'> {}
