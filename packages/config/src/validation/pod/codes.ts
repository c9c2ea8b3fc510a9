/**
 * Codes of the problems with the variables, volumes and mounts of a Pod.
 *
 * - `REQUIRED`: the field must be set
 * - `INVALID_NAME`: the name of a variable, a volume, an object or a signer, or a prefix is invalid
 * - `INVALID_KEY`: a key is not valid in a ConfigMap, a Secret or an env file
 * - `SOURCE_REQUIRED`: `valueFrom`, an entry of `envFrom` or a source of credentials or files has no source
 * - `SOURCE_CONFLICT`: more than one source, or `value` and `valueFrom`
 * - `FIELD_NOT_SUPPORTED`: `fieldRef` selects a field that is not available there
 * - `RESOURCE_NOT_SUPPORTED`, `INVALID_DIVISOR`: `resourceFieldRef` selects no request or limit, or divides by another number
 * - `INVALID_QUANTITY`: the divisor is not a quantity
 * - `INVALID_PATH`: a path is absolute or leaves its volume
 * - `DUPLICATE_PATH`: two items of a projected volume have the same path
 * - `INVALID_MODE`: the permissions of a file are not between 0 and 0777
 * - `EXPIRATION_OUT_OF_RANGE`: a token lives less than 10 minutes or more than 2^32 seconds, or a certificate less than 1 hour or
 *   more than 91 days (1 day if a signer of `kubernetes.io` signs it)
 * - `DUPLICATE_NAME`: two volumes have the same name
 * - `VOLUME_NOT_FOUND`: the Pod has no such volume, or an invalid one
 * - `VOLUME_NOT_EMPTY_DIR`: `fileKeyRef` reads a volume that is not an `emptyDir`
 * - `DUPLICATE_MOUNT_PATH`: another mount or device has this path
 * - `MOUNTED_AS_DEVICE`: the volume is also a device of the container
 * - `SUB_PATH_CONFLICT`: both `subPath` and `subPathExpr` are set
 * - `NOT_SUPPORTED`: not one of the values of the field
 * - `NOT_PRIVILEGED`: `Bidirectional` mount propagation in a container that is not privileged
 * - `RECURSIVE_READ_ONLY_FORBIDDEN`: `recursiveReadOnly` without `readOnly`, or with mount propagation
 * - `NOT_FOR_EPHEMERAL_CONTAINERS`: such a container cannot mount a part of a volume
 * - `INVALID_TYPE`: a field has the wrong JSON type; no other rule is checked for it and for the fields that contain it
 */
export type PodConfigProblemCode =
  | 'REQUIRED'
  | 'INVALID_NAME'
  | 'INVALID_KEY'
  | 'SOURCE_REQUIRED'
  | 'SOURCE_CONFLICT'
  | 'FIELD_NOT_SUPPORTED'
  | 'RESOURCE_NOT_SUPPORTED'
  | 'INVALID_DIVISOR'
  | 'INVALID_QUANTITY'
  | 'INVALID_PATH'
  | 'DUPLICATE_PATH'
  | 'INVALID_MODE'
  | 'EXPIRATION_OUT_OF_RANGE'
  | 'DUPLICATE_NAME'
  | 'VOLUME_NOT_FOUND'
  | 'VOLUME_NOT_EMPTY_DIR'
  | 'DUPLICATE_MOUNT_PATH'
  | 'MOUNTED_AS_DEVICE'
  | 'SUB_PATH_CONFLICT'
  | 'NOT_SUPPORTED'
  | 'NOT_PRIVILEGED'
  | 'RECURSIVE_READ_ONLY_FORBIDDEN'
  | 'NOT_FOR_EPHEMERAL_CONTAINERS'
  | 'INVALID_TYPE';
