/**
 * What other packages of the family need and users do not look for. It promises nothing.
 *
 * @packageDocumentation
 */
export { formatGoUrl, type GoUrl, parseGoUrl, withoutPassword } from './connection/go-url.js';
export { connectionUrl } from './connection/server-url.js';
export { type ClusterClient, clusterClient } from './fetch/cluster-fetch.js';
export { UserCredentials } from './fetch/credentials.js';
export { readMaterials } from './fetch/materials.js';
export { environmentProxy } from './fetch/proxy.js';
