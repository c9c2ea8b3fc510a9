import type { Colors } from '../../output/colors.js';
import { visible } from '../../output/text.js';

/** The place of an object, in the form that editors open. */
export function placeOf({ file, line }: { readonly file: string; readonly line: number }): string {
  return line === 0 ? visible(file) : `${visible(file)}:${line}`;
}

/** A QoS class in its color: the safer from eviction, the greener. */
export function qosClass(name: string, colors: Colors): string {
  const color = { Guaranteed: colors.green, Burstable: colors.yellow }[name] ?? colors.magenta;
  return color(name);
}

/** A container by its name, with its kind unless it is an app container. */
export function containerTitle(kind: string, name: string): string {
  return kind === 'app' ? visible(name) : `${visible(name)} (${kind})`;
}
