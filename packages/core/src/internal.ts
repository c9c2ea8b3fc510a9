/**
 * What the other packages of the family need of this one. It promises nothing: names can change in any release. Packages
 * depend on the exact version, so they always fit together.
 *
 * @packageDocumentation
 */

export {
  type Cidr,
  cidrNetwork,
  formatCidr,
  isInCidr,
  readCidr,
  readSloppyCidr,
  type SloppyCidr,
} from './addresses/cidr.js';
export { formatIpAddress, hexDigits, readIpAddress } from './addresses/ip-address.js';
export {
  addressFamily,
  canonicalAddress,
  isMappedAddress,
  readSloppyAddress,
} from './addresses/legacy-address.js';
export { bareObject } from './bare-object.js';
export { madeOf } from './cluster/cluster-index.js';
export { clusterLists } from './cluster/cluster-lists.js';
export { type Definition, Definitions, definedName, updatedObject } from './cluster/definitions.js';
export { type ListedKind, METRIC_KINDS, typesOf } from './cluster/listed-kinds.js';
export { setCondition, transitionTime } from './conditions.js';
export { fieldTimeMs } from './field/field-time.js';
export { Fields, fields } from './field/fields.js';
export { openAll } from './field/open-all.js';
export {
  AMOUNT_OPTION,
  COUNT_OPTION,
  INT32_OPTION,
  type OptionRange,
  readOption,
  TIME_OPTION,
  TIMER_OPTION,
} from './field/option.js';
export { keyPath, pathBelow, unwrittenPath, writtenPath } from './field/path.js';
export { ABSENT, type FieldPolicy, FieldProblems, reportTo, THROW } from './field/policy.js';
export { fieldProblem, movedProblem, problemOf } from './field/problem.js';
export {
  COUNT_RANGE,
  INT32_RANGE,
  INT64_RANGE,
  ignoreProblem,
  listOf,
  objectOf,
  objectsOf,
  type ReportProblem,
  raise,
  readBoolean,
  readInteger,
  readIterable,
  readList,
  readObject,
  readString,
  textOf,
  wrongType,
} from './field/read.js';
export type { IntegerRange } from './field/values.js';
export { checkAssuredShares } from './field-types/check-types.js';
export {
  exampleOfGeneratedName,
  GENERATED_PREFIX_BYTES,
  maskTrailingDash,
} from './names/generate-name.js';
export { formatLabels, SERVICE_NAME_LABEL, ZONE_LABEL } from './names/labels.js';
export { SYSTEM_NAMESPACES } from './names/system-namespaces.js';
export { readController } from './owners.js';
export {
  CONTAINER_FIELDS,
  eachContainer,
  everyContainer,
  findContainers,
} from './pod/containers.js';
export { isMirror, isStatic } from './pod/critical.js';
export { ENV_FIELDS, fieldLabelError, type Subscript, subscriptOf } from './pod/field-label.js';
export { inFormOf, podFields } from './pod/pod-fields.js';
export { hasEnded, isActive, isFinalPhase, isReady } from './pod/ready.js';
export { wrongSecretType } from './secret.js';
export { aggregateMessages } from './text/aggregate.js';
export { appendAll, largest, smallest } from './text/append-all.js';
export { decodeBase64, encodeBase64 } from './text/base64.js';
export {
  compareUtf8,
  fromByteString,
  runeAt,
  runeSize,
  toByteString,
  utf8Length,
  wellFormed,
} from './text/byte-string.js';
export { displayText } from './text/display-text.js';
export { expandReferences } from './text/expand.js';
export { parseGoDuration } from './text/go-duration.js';
export { goJson, goJsonOfBytes, isGoJson } from './text/go-json.js';
export { goQuote } from './text/go-quote.js';
export { isInt64Text, MAX_INT64, MIN_INT64 } from './text/int64.js';
export {
  readNow,
  readTime,
  storedTime,
  storedTimeLike,
  timestampMs,
  ZERO_TIME_MS,
} from './time.js';
