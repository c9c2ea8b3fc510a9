import type { Colors } from './colors.js';

/** From here on a share is shown as nearly full, and as full. */
const NEARLY_FULL = 0.75;
const FULL = 0.9;

/** Draws a share; more than the whole fills the bar. */
export function renderBar(ratio: number | undefined, width: number, colors: Colors): string {
  if (ratio === undefined) {
    return '';
  }
  const filled = Math.round(Math.min(Math.max(ratio, 0), 1) * width);
  // Even a tiny share is visible.
  const shown = ratio > 0 ? Math.max(filled, 1) : 0;
  const color = ratio >= FULL ? colors.red : ratio >= NEARLY_FULL ? colors.yellow : colors.green;
  return color('█'.repeat(shown)) + colors.dim('░'.repeat(width - shown));
}
