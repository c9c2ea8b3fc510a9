/**
 * The objects of a cluster, from files that are read one after the other: their lists, and where each object is. This entry
 * needs no YAML library.
 *
 * @packageDocumentation
 */

export {
  ClusterReader,
  type ClusterReaderOptions,
  type PlacedCluster,
} from './cluster/cluster-reader.js';
export type { ObjectPlace } from './position.js';
export { type PlacedProblem, placeProblem } from './problem.js';
