import { Quantity } from '@kubesem/quantity';
import { type Attempt, attempt, type Comparison } from '../harness/comparison.js';
import type { DeviationId } from '../harness/deviations.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Answer } from '../harness/operation.js';
import { goScaledValue } from './int64.js';
import { MIN } from './operands.js';

/** The properties of a quantity that the oracle reports. */
export interface QuantityRecord {
  readonly string: string;
  readonly canonical: string;
  readonly format: string;
  readonly form: 'int64' | 'dec';
  readonly unscaled: string;
  readonly exponent: number;
  readonly sign: number;
  readonly isZero: boolean;
  readonly value: string;
  readonly milliValue: string;
  readonly float64: string;
}

/** Our codes and the error class of each in Kubernetes. */
const CLASSES: { readonly [code: string]: string } = {
  EMPTY: 'ErrFormatWrong',
  INVALID_CHARACTER: 'ErrFormatWrong',
  INVALID_TYPE: 'ErrFormatWrong',
  INVALID_SUFFIX: 'ErrSuffix',
  NO_DIGITS: 'ErrNumeric',
  EXPONENT_OUT_OF_RANGE: 'ErrSuffix',
};

/** An exponent beyond ±9999. */
const HUGE_EXPONENT = /[eE][+-]?0*[1-9][0-9]{4}/;

/** Compares the result with the record; `explain` names the deviations of the operation. */
export function compareQuantity(
  input: Json,
  theirs: Answer,
  action: () => Quantity,
  comparison: Comparison,
  explain?: () => DeviationId | undefined,
): Quantity | undefined {
  const ours = attempt(action);
  if (ours.code !== undefined || theirs.out === undefined) {
    compareFailure(input, theirs, ours, comparison, explain);
    return undefined;
  }
  compareRecord(theirs.out as unknown as QuantityRecord, ours.value, comparison, explain);
  return ours.value;
}

function compareFailure(
  input: Json,
  theirs: Answer,
  ours: Attempt<Quantity>,
  comparison: Comparison,
  explain?: () => DeviationId | undefined,
): void {
  const failure = theirs.panic ?? theirs.err ?? theirs.fault ?? 'out';
  const code = ours.code === undefined ? `out ${ours.value}` : (CLASSES[ours.code] ?? ours.code);
  comparison.field('error', failure, code, () =>
    ours.code === 'EXPONENT_OUT_OF_RANGE' && HUGE_EXPONENT.test(JSON.stringify(input))
      ? 'exponent-out-of-range'
      : explain?.(),
  );
}

function compareRecord(
  theirs: QuantityRecord,
  ours: Quantity,
  comparison: Comparison,
  explain?: () => DeviationId | undefined,
): void {
  const { exponent, unscaled } = theirs;
  const isExact = ours.cmp(Quantity.scaled(BigInt(unscaled), exponent)) === 0;
  comparison.field('value', unscaled, isExact ? unscaled : show(ours), explain);
  if (!isExact) {
    return; // nothing else could be equal
  }
  const printed = () => minimumPrinted(theirs);
  comparison.field('string', theirs.string, ours.toString(), () => printed() ?? explain?.());
  // Arithmetic drops the original spelling.
  comparison.field('canonical', theirs.canonical, ours.mul(1).toString(), printed);
  compareFormat('format', theirs.format, ours, comparison, explain);
  comparison.field('sign', theirs.sign, ours.sign());
  comparison.field('isZero', theirs.isZero, ours.isZero());
  compareInt64('Value', theirs.value, ours.value(), 0, theirs, comparison);
  compareInt64('MilliValue', theirs.milliValue, ours.milliValue(), -3, theirs, comparison);
  comparison.field('float64', parseFloat64(theirs.float64), ours.toNumber(), () => {
    const [a, b] = [parseFloat64(theirs.float64), ours.toNumber()];
    // Go divides two rounded numbers of 64 bits or more, so the result may be the neighbour of the nearest float.
    return exponent < 0 && Math.abs(a - b) <= Math.abs(b) * Number.EPSILON
      ? 'float-rounded-twice'
      : undefined;
  });
}

/** Compares the formats; an empty format of a zero in Go is DecimalSI in kubesem. */
export function compareFormat(
  field: string,
  theirs: string,
  ours: Quantity,
  comparison: Comparison,
  explain?: () => DeviationId | undefined,
): void {
  if (theirs === '' && ours.isZero()) {
    comparison.deviations.push('null-has-no-format');
    comparison.field(field, 'DecimalSI', ours.format);
  } else {
    comparison.field(field, theirs, ours.format, explain);
  }
}

function show(quantity: Quantity): string {
  return `${quantity} (${quantity.scaledValue(-9)}n)`;
}

/** Go's format 'g' is JavaScript's, except for the infinities. */
function parseFloat64(text: string): number {
  return Number(text.replace('Inf', 'Infinity'));
}

/** The smallest int64 has no negative, so Go takes no factors out of it. */
function minimumPrinted({ form, format, unscaled, exponent }: QuantityRecord) {
  const isMinimum = form === 'int64' && unscaled === MIN && exponent === 0;
  return isMinimum && format === 'BinarySI' ? 'int64-minimum-printed' : undefined;
}

/** Compares Go's int64 `value / 10^scale`, rounded away from zero, with our exact one. */
export function compareInt64(
  name: string,
  theirs: string,
  ours: bigint,
  scale: number,
  { form, unscaled, exponent }: QuantityRecord,
  comparison: Comparison,
): void {
  if (theirs === String(ours)) {
    return;
  }
  comparison.field(name, theirs, String(ours), () => {
    const go = goScaledValue({ form, unscaled: BigInt(unscaled), exponent }, scale);
    return String(go.value) === theirs ? go.deviation : undefined;
  });
}

/** The kind of a record: the vectors hold one case of each. */
export function kindOfRecord(theirs: Answer): string {
  if (theirs.out === undefined) {
    return theirs.err ?? theirs.refused ?? '';
  }
  const record = theirs.out as unknown as QuantityRecord & JsonObject;
  return [
    record.form,
    record.format,
    record.sign,
    record.string === record.canonical,
    record.canonical.replace(/[0-9]/g, '').slice(0, 3),
  ].join();
}
