import type pc from 'picocolors';

/** Functions that color a text, or return it unchanged. */
export type Colors = ReturnType<typeof pc.createColors>;

/** Applies `NO_COLOR` and `FORCE_COLOR` as https://no-color.org and https://force-color.org define them. */
export function wantsColors(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) {
    return false;
  }
  if (env.FORCE_COLOR) {
    return env.FORCE_COLOR !== '0';
  }
  return isTerminal && env.TERM !== 'dumb';
}
