/** A time zone: the times that its clocks show. */
export interface TimeZone {
  /** What clocks show at a time, as the UTC fields of a `Date`. */
  wall(ms: number): Date;
  /** When clocks show a time. Of two such times the earlier or the later one, as Go decides; skipped times move. */
  instant(wallMs: number): number;
}

/** Identifiers that ICU knows, but not the time zone database of Go. */
const ICU_ONLY =
  /^(?:SystemV\/.*|US\/Pacific-New|Canada\/East-Saskatchewan|ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST)$/;

/** No time zone changes its offset and changes it back within this time. */
const STEP_MS = 259_200_000;

/** Before the first time zone of the database, each place had its own time. */
const FIRST_MS = /* @__PURE__ */ Date.UTC(1800, 0);

/**
 * Finds a time zone by its name, as the controller does: an empty name is UTC, and `Local` is that of the controller, which is
 * UTC in its image.
 *
 * Source: Go 1.26 `time.LoadLocation`.
 *
 * @returns undefined if there is none
 */
export function findTimeZone(name: string): TimeZone | undefined {
  // The zone of a computer that was not set up has no offset.
  if (name === '' || name === 'UTC' || name === 'Local' || name === 'Factory') {
    return UTC;
  }
  const format = isZoneName(name) ? createFormat(name) : undefined;
  return format && zoneOf(offsets(format));
}

/** Why a name is not a time zone, in the words of Go. */
export function timeZoneError(name: string): string {
  return /\.\.|^[/\\]/.test(name) ? 'time: invalid location name' : `unknown time zone ${name}`;
}

/** Coordinated Universal Time. */
export const UTC: TimeZone = { wall: (ms) => new Date(ms), instant: (wallMs) => wallMs };

/** The words of names in the database: most begin with a capital. Only these have no or more capitals. */
const WORD =
  /^(?:[A-Z][a-z]+(?:[A-Z][a-z]+)?|DumontDUrville|of|es|au|IN|GB|NZ|CHAT|US|W|SU|[A-Z]{3}(?:\d{1,2}(?:[A-Z]{3})?)?|\d{1,2})$/;

/** Abbreviations of three capitals in these names; others are words in the wrong case. */
const CAPITALS = /^(?:GMT|UCT|UTC|CET|EET|MET|WET|PRC|ROC|ROK|ACT|LHI|NSW|CHA|[CEHMP]ST|[CEMP]DT)$/;

/**
 * Whether a name can be in the time zone database, which the controller reads from a file system that distinguishes case.
 * `Intl` ignores case, and does not say how an alias is written.
 */
function isZoneName(name: string): boolean {
  const words = name.split(/[/_+-]/);
  const capitals = name.match(/[A-Z]{3}/g) ?? [];
  return (
    words.every((word) => WORD.test(word)) &&
    capitals.every((word) => CAPITALS.test(word)) &&
    !ICU_ONLY.test(name)
  );
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const [numeric, hour12] = ['numeric', false] as const;
  const date = { year: numeric, month: numeric, day: numeric };
  const time = { hour: numeric, minute: numeric, second: numeric };
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, hour12, ...date, ...time });
    const { timeZone: found } = format.resolvedOptions();
    const isOtherCase = found !== timeZone && found.toLowerCase() === timeZone.toLowerCase();
    return isOtherCase ? undefined : format;
  } catch {
    return undefined;
  }
}

/** The offset from UTC at a time, in milliseconds. */
function offsets(format: Intl.DateTimeFormat): (ms: number) => number {
  const known = new Map<number, number>();
  const at = (ms: number) => {
    const found = known.get(ms) ?? wallMs(format, Math.max(ms, FIRST_MS)) - Math.max(ms, FIRST_MS);
    known.set(ms, found);
    return found;
  };
  return (ms) => {
    const start = Math.floor(ms / STEP_MS) * STEP_MS;
    const offset = at(start);
    return offset === at(start + STEP_MS) ? offset : at(Math.floor(ms / 1000) * 1000);
  };
}

/** What the clock shows at a time in whole seconds. */
function wallMs(format: Intl.DateTimeFormat, ms: number): number {
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  // Some engines write midnight as 24.
  const hour = part('hour') % 24;
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    hour,
    part('minute'),
    part('second'),
  );
}

/** Source: Go 1.26 `time.Date`. */
function zoneOf(offsetMs: (ms: number) => number): TimeZone {
  return {
    wall: (ms) => new Date(ms + offsetMs(ms)),
    instant(wallMs) {
      const guess = offsetMs(wallMs);
      return guess === 0 ? wallMs : wallMs - offsetMs(wallMs - guess);
    },
  };
}
