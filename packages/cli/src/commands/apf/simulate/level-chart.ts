import type { SimulatedLevel, SimulationResult } from '@kubesem/apf-simulator';
import { largest, smallest } from '@kubesem/core/internal';
import { renderChart, renderTimeAxis } from '../../../output/chart.js';
import type { Colors } from '../../../output/colors.js';
import { visible } from '../../../output/text.js';
import { duration } from './cells.js';

/**
 * Draws the seats and the waits of a priority level over time.
 *
 * @param result - of the simulation
 * @param name - of the level
 * @param prefix - what precedes the titles
 * @param colors - for the terminal; without them the limit of the seats is only in the title
 * @returns the charts
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
  const limit = { values: currentLimit, paint: colors.yellow };
  const inUse = { values: seatsInUse, paint: colors.cyan };
  const seats = colors.isColorSupported ? [limit, inUse] : [inUse];
  const { durationSeconds, sampleSeconds } = result;
  const axis = renderTimeAxis(
    Math.round(durationSeconds / sampleSeconds),
    duration(durationSeconds),
  );
  const waits = waitSeconds.some((seconds) => seconds > 0)
    ? [
        `${colors.bold(`${title}: average wait`)} per ${duration(sampleSeconds)}`,
        renderChart([{ values: waitSeconds, paint: colors.magenta }], duration, colors),
        axis,
      ]
    : [`${colors.bold(`${title}: no waits`)}`];
  return [
    `${colors.bold(`${title}: seats`)} ${seatsLegend(level, colors)}`,
    renderChart(seats, seatLabel, colors),
    axis,
    ...waits,
    '',
  ].join('\n');
}

function seatsLegend({ series }: SimulatedLevel, colors: Colors): string {
  const limits = series.currentLimit.map(Math.round);
  const [least, most] = [smallest(limits), largest(limits)];
  const range = least === most ? `${most}` : `${least} to ${most}`;
  return `${colors.cyan('in use')}, ${colors.yellow(`limit ${range}`)} including borrowed seats`;
}

/** Few seats have a tenth: they are averages. */
function seatLabel(seats: number): string {
  return seats < 10 ? `${Number(seats.toFixed(1))}` : `${Math.round(seats)}`;
}
