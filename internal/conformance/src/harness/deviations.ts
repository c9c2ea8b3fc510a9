/** The headings of DEVIATIONS.md, which explains each difference. */
export const DEVIATIONS = [
  'exponent-out-of-range',
  'int64-overflow',
  'negative-fraction-rounds-up',
  'int64-minimum-negated',
  'int64-minimum-printed',
  'float-rounded-twice',
  'null-has-no-format',
  'json-number-spelling',
  'json-escapes',
  'unread-fields',
  'template-read-back',
  'dns-policy-filled-in',
  'exempt-target',
  'negative-bounds',
  'no-capacity',
  'overhead-added-again',
  'returned-levels',
  'time-beyond-floats',
  'malformed-yaml',
  'yaml-byte-order-mark',
  'yaml-line-ends',
  'describe-panic',
  'kustomize-yaml',
  'service-family-panic',
  'control-characters',
] as const;

/** One of the documented differences. */
export type DeviationId = (typeof DEVIATIONS)[number];
