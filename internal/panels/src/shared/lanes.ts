/** A time in which something does not change. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  /** Decides the color. */
  readonly state: 'good' | 'runs' | 'waiting' | 'ending' | 'ended' | 'blocked' | 'bad' | 'none';
  readonly text: string;
}

/** A line of a timeline. */
export interface Lane {
  readonly title: string;
  readonly spans: readonly Span[];
}
