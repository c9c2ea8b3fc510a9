/**
 * Reads kubeconfigs as kubectl does, and connects to the API server that they name.
 *
 * Start with {@link readKubeconfig}, which finds out which server kubectl would ask and as whom, and {@link clusterFetch}, which
 * asks it. {@link loadKubeconfig} returns the merged files with all contexts.
 *
 * It follows client-go of Kubernetes 1.37.1: `tools/clientcmd`, `rest`, `transport` and `plugin/pkg/client/auth/exec`.
 *
 * @packageDocumentation
 */
export type { KubeconfigFiles } from './config/file-system.js';
export { type LoadKubeconfigOptions, loadKubeconfig } from './config/load.js';
export type {
  AuthProviderConfig,
  ExecConfig,
  ExecEnvVar,
  Kubeconfig,
  KubeconfigCluster,
  KubeconfigContext,
  KubeconfigEntry,
  KubeconfigUser,
  NamedCluster,
  NamedContext,
  NamedExtension,
  NamedUser,
} from './config/model.js';
export type { Environment } from './config/paths.js';
export type {
  ClusterConnection,
  ConnectionCredentials,
  ConnectionOrigins,
  ConnectionTls,
  Impersonation,
} from './connection/connection.js';
export type { KubeconfigOverrides } from './connection/overrides.js';
export { type ReadKubeconfigOptions, readKubeconfig } from './connection/read.js';
export { KubeconfigError, type KubeconfigErrorCode } from './error.js';
export {
  type ClusterFetch,
  type ClusterFetchOptions,
  clusterFetch,
} from './fetch/cluster-fetch.js';
