import type { Colors } from '../../output/colors.js';
import { visible } from '../../output/text.js';

/** A QoS class in its color: the safer from eviction, the greener. That of a stored Pod can be any text. */
export function qosClass(name: string, { green, yellow, magenta }: Colors): string {
  const color = name === 'Guaranteed' ? green : name === 'Burstable' ? yellow : magenta;
  return color(visible(name));
}

/** A container by its name, with its kind unless it is an app container. */
export function containerTitle(kind: string, name: string): string {
  return kind === 'app' ? visible(name) : `${visible(name)} (${kind})`;
}
