import type { Problem } from '@kubesem/core';

/**
 * Why a container cannot get its environment.
 *
 * - `CONFIG_MAP_NOT_FOUND`, `SECRET_NOT_FOUND`: the namespace has no object of this name
 * - `KEY_NOT_FOUND`: the ConfigMap, the Secret or the env file has no such key
 * - `FIELD_NOT_SUPPORTED`: `fieldRef` selects a field that is not available to variables
 * - `HOST_IP_UNKNOWN`: the node has no address
 * - `CONTAINER_NOT_FOUND`, `RESOURCE_NOT_SUPPORTED`, `INVALID_QUANTITY`: `resourceFieldRef` selects no request or limit
 * - `VOLUME_NOT_FOUND`: the Pod has no volume of this name with files
 * - `ENV_FILE_UNREADABLE`: the env file is missing or invalid
 * - `INVALID_SUB_PATH`: `subPathExpr` uses a missing or empty variable, or leaves the volume
 */
export type EnvironmentFailureCode =
  | 'CONFIG_MAP_NOT_FOUND'
  | 'SECRET_NOT_FOUND'
  | 'KEY_NOT_FOUND'
  | 'FIELD_NOT_SUPPORTED'
  | 'HOST_IP_UNKNOWN'
  | 'CONTAINER_NOT_FOUND'
  | 'RESOURCE_NOT_SUPPORTED'
  | 'INVALID_QUANTITY'
  | 'VOLUME_NOT_FOUND'
  | 'ENV_FILE_UNREADABLE'
  | 'INVALID_SUB_PATH';

/** Why a container cannot be created, in the words of the kubelet; the segments lead to the field of the container. */
export interface EnvironmentFailure
  extends Pick<Problem<EnvironmentFailureCode>, 'code' | 'message' | 'segments'> {
  /** The reason in the state of the container. */
  readonly reason: 'CreateContainerConfigError';
}

/** What is wrong, as an exception inside of this package. */
export class Failure {
  /**
   * Makes one.
   *
   * @param code - what is wrong
   * @param message - the message of the kubelet
   */
  constructor(
    readonly code: EnvironmentFailureCode,
    readonly message: string,
  ) {}
}
