// The parsers of the values of flags and arguments that commands share.
import type { Result } from '@kubesem/core';
import { storedTime, timestampMs } from '@kubesem/core/internal';
import type { Kind } from '@kubesem/core/kinds';
import { type LabelRequirement, safeParseLabelSelector } from '@kubesem/selectors';
import { InvalidArgumentError } from 'commander';
import type { NamedObject } from './io/named.js';

/** The current time, in whole seconds as Kubernetes stores times. */
export function currentTime(): string {
  return storedTime(Date.now());
}

/** Parses a time. */
export function time(text: string): string {
  if (Number.isNaN(timestampMs(text))) {
    throw new InvalidArgumentError('Use a time, such as 2026-01-31T12:00:00Z.');
  }
  return text;
}

/** Returns a parser of `NAME` or `NAMESPACE/NAME`, maybe with a prefix such as `pod/`. */
export function nameParser(
  { kind, plural, singular, shortNames }: Kind,
  sample = 'web',
): (text: string) => NamedObject {
  const prefix = new RegExp(`^(?:${[plural, singular, ...shortNames].join('|')})/`);
  return (text) => {
    const [first = '', second, ...more] = text.replace(prefix, '').split('/');
    if (more.length > 0 || first === '' || second === '') {
      throw new InvalidArgumentError(
        `Use the name of a ${kind}, such as ${sample} or shop/${sample}.`,
      );
    }
    return second === undefined
      ? { namespace: undefined, name: first }
      : { namespace: first, name: second };
  };
}

/** Parses a label selector. */
export function labelSelector(text: string): readonly LabelRequirement[] {
  return selectorIn(safeParseLabelSelector(text));
}

/** The selector that was parsed; otherwise, the command line is wrong. */
export function selectorIn<T>({ value, error }: Result<T>): T {
  if (error !== undefined) {
    throw new InvalidArgumentError(`${error.message} (character ${(error.offset ?? 0) + 1}).`);
  }
  return value;
}

/** Parses a positive whole number. */
export function positiveInteger(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('Use a positive whole number.');
  }
  return value;
}

/** Parses the seed of a random generator. */
export function seed(text: string): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value > 0xffff_ffff) {
    throw new InvalidArgumentError('Use a whole number from 0 to 4294967295.');
  }
  return value;
}

/** Parses a duration such as `1h2m3.5s` into seconds. */
export function seconds(text: string): number {
  const match = /^(?:(\d{1,6})h)?(?:(\d{1,8})m)?(?:(\d{1,8}(?:\.\d{1,9})?)s?)?$/.exec(text);
  const [, hours = '0', minutes = '0', rest = '0'] = match ?? [];
  const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
  if (match === null || !(value > 0 && value <= 1e7)) {
    throw new InvalidArgumentError(
      'Use a duration of at most 10000000 seconds, such as 90s, 10m or 1h.',
    );
  }
  return value;
}

/** Returns a parser of a whole number of seconds, at least `least`. */
export function wholeSeconds(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text.replace(/s$/, ''));
    if (!/^-?\d{1,9}s?$/.test(text) || value < least) {
      throw new InvalidArgumentError('Use a whole number of seconds, such as 30.');
    }
    return value;
  };
}

/** Rejects an empty text. */
export function nonEmpty(text: string): string {
  if (text === '') {
    throw new InvalidArgumentError('Use a non-empty name.');
  }
  return text;
}
