// The first event of a watch. Source: `k8s.io/client-go/tools/cache` v0.37.1, `handleAnyWatch` and `Reflector.watch`.

/** The part of a reader of a `ReadableStream` that is used. */
interface EventReader {
  read(): PromiseLike<unknown>;
}

/** How a watch answers: with a change, with an error, or it ends. */
export type WatchAnswer = 'CHANGED' | 'EXPIRED' | 'ENDED' | { readonly error: string };

/** A status is short. A longer event is an object. */
const LONGEST_STATUS = 65_536;
const LONGEST_MESSAGE = 1000;
const REASONS_OF_EXPIRED = ['Expired', 'Gone'];
const GONE = 410;

/**
 * Waits for the first event of a watch.
 *
 * @param reader - reads the body of the response
 * @returns what the event says; `ENDED` if there is none
 */
export async function firstEvent(reader: EventReader): Promise<WatchAnswer> {
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < LONGEST_STATUS) {
    const { done, value } = (await reader.read()) as { done?: boolean; value?: unknown };
    if (done === true) {
      break;
    }
    text += value instanceof Uint8Array ? decoder.decode(value, { stream: true }) : String(value);
    const end = text.indexOf('\n');
    if (end >= 0) {
      return answerOf(text.slice(0, end));
    }
  }
  return text.length < LONGEST_STATUS ? answerOf(text) : 'CHANGED';
}

function answerOf(line: string): WatchAnswer {
  if (line.trim() === '') {
    return 'ENDED';
  }
  const { type, object } = parse(line) ?? {};
  if (type !== 'ERROR') {
    return 'CHANGED';
  }
  const { code, reason, message } = (object ?? {}) as { readonly [field: string]: unknown };
  if (code === GONE || REASONS_OF_EXPIRED.includes(reason as string)) {
    return 'EXPIRED';
  }
  const texts = [message, reason, code].filter(
    (each) => typeof each === 'string' || typeof each === 'number',
  );
  return { error: `${texts[0] ?? 'unknown error'}`.slice(0, LONGEST_MESSAGE) };
}

/** Undefined for a line that was cut off: the objects are listed again, which costs little. */
function parse(line: string): { readonly type?: unknown; readonly object?: unknown } | undefined {
  try {
    return Object(JSON.parse(line));
  } catch {
    return undefined;
  }
}
