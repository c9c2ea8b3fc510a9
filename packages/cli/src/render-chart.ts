import type { SimulatedLevel, SimulationResult } from '@kubesem/apf';
import { plot } from 'asciichart';
import { duration } from './render-simulation.js';
import { type Colors, visible } from './terminal.js';

/** So many columns and lines: with the axis it fits into 80 columns. */
const WIDTH = 66;
const HEIGHT = 7;
const AXIS = 9;

/**
 * Draws the seats and the waits of a priority level over time.
 *
 * @param result - of the simulation
 * @param name - of the level
 * @param prefix - what stands before the titles
 * @param colors - for the terminal
 * @returns the charts; without colours the limit of the seats is told in words only
 */
export function renderLevelChart(
  result: SimulationResult,
  name: string,
  prefix: string,
  colors: Colors,
): string {
  const level = result.priorityLevels[name];
  if (level === undefined) {
    return `${prefix}no priority level ${visible(name)}\n`;
  }
  const { seatsInUse, currentLimit, waitSeconds } = level.series;
  const title = `${prefix}${visible(name)}`;
  const seats = colors.isColorSupported ? [currentLimit, seatsInUse] : [seatsInUse];
  const waits = waitSeconds.some((seconds) => seconds > 0)
    ? [
        `${colors.bold(`${title}: waits`)} on average, in each ${duration(result.sampleSeconds)}`,
        draw([waitSeconds], duration, [colors.magenta], colors),
        timeAxis(result),
      ]
    : [`${colors.bold(`${title}: waits`)} none`];
  return [
    `${colors.bold(`${title}: seats`)} ${seatsLegend(level, colors)}`,
    draw(seats, seatLabel, [colors.yellow, colors.cyan], colors),
    timeAxis(result),
    ...waits,
    '',
  ].join('\n');
}

function seatsLegend({ series }: SimulatedLevel, colors: Colors): string {
  const limits = series.currentLimit.map(Math.round);
  const [least, most] = [Math.min(...limits), Math.max(...limits)];
  const range = least === most ? `${most}` : `${least} to ${most}`;
  return `${colors.cyan('in use')}, of ${colors.yellow(`${range} that it had, with what it borrowed`)}`;
}

/** Few seats are told to a tenth: they are averages. */
function seatLabel(seats: number): string {
  return seats < 10 ? `${Number(seats.toFixed(1))}` : `${Math.round(seats)}`;
}

/** The library colours by what stands before a sign. */
function escapeOf(paint: (text: string) => string): string {
  return paint('x').split('x')[0] ?? '';
}

function draw(
  series: readonly (readonly number[])[],
  format: (value: number) => string,
  paints: readonly ((text: string) => string)[],
  { isColorSupported }: Colors,
): string {
  const lines = series.map((values) => fit(values));
  const max = Math.max(...lines.flat());
  const label = (value: number) => format(max === 0 ? 0 : value).padStart(AXIS - 2);
  return plot(lines, {
    min: 0,
    max: max === 0 ? 1 : max,
    height: HEIGHT,
    offset: 2,
    format: label,
    colors: isColorSupported ? paints.map(escapeOf) : [],
  })
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** As many values as fit, each the average of those that it stands for. */
function fit(values: readonly number[]): number[] {
  const width = Math.min(WIDTH, values.length);
  return Array.from({ length: width }, (_, index) => {
    const from = Math.floor((index * values.length) / width);
    const to = Math.floor(((index + 1) * values.length) / width);
    const part = values.slice(from, to);
    return part.reduce((sum, each) => sum + each, 0) / part.length;
  });
}

function timeAxis({ durationSeconds, sampleSeconds }: SimulationResult): string {
  const width = Math.min(WIDTH, Math.round(durationSeconds / sampleSeconds));
  const end = duration(durationSeconds);
  return `${' '.repeat(AXIS - 1)}0${end.padStart(Math.max(end.length + 1, width))}`;
}
