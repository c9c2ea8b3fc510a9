import { largest } from '@kubesem/core/internal';
import { plot } from 'asciichart';
import type { Colors } from './colors.js';

/** So many columns and lines: with the axis it fits into 80 columns. */
const WIDTH = 66;
const HEIGHT = 7;
const AXIS = 9;

/** A line of a chart. */
export interface ChartLine {
  readonly values: readonly number[];
  readonly paint: (text: string) => string;
}

/**
 * Draws lines from zero to their largest value.
 *
 * @param lines - of equal length; more values than fit are averaged
 * @param format - writes a value of the axis
 * @param colors - for the terminal
 * @returns the chart, without a last line end
 */
export function renderChart(
  lines: readonly ChartLine[],
  format: (value: number) => string,
  { isColorSupported }: Colors,
): string {
  const fitted = lines.map(({ values }) => fitWidth(values));
  const max = largest(fitted.flat());
  const label = (value: number) => format(max === 0 ? 0 : value).padStart(AXIS - 2);
  return plot(fitted, {
    min: 0,
    max: max === 0 ? 1 : max,
    height: HEIGHT,
    offset: 2,
    format: label,
    colors: isColorSupported ? lines.map(({ paint }) => escapeOf(paint)) : [],
  })
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The axis below a chart of so many values, from 0 to `end`. */
export function renderTimeAxis(values: number, end: string): string {
  const width = Math.min(WIDTH, values);
  return `${' '.repeat(AXIS - 1)}0${end.padStart(Math.max(end.length + 1, width))}`;
}

/** The library colors by what it writes before a sign. */
function escapeOf(paint: (text: string) => string): string {
  return paint('x').split('x')[0] ?? '';
}

/** As many values as fit, each the average of those that it replaces. */
function fitWidth(values: readonly number[]): number[] {
  const width = Math.min(WIDTH, values.length);
  return Array.from({ length: width }, (_, index) => {
    const from = Math.floor((index * values.length) / width);
    const to = Math.floor(((index + 1) * values.length) / width);
    const part = values.slice(from, to);
    return part.reduce((sum, each) => sum + each, 0) / part.length;
  });
}
