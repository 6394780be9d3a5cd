/** One thing that was looked at. */
export interface Finding {
  /** What was looked at: `database`, `secrets`, … */
  what: string;
  /** `warning` works and should not stay so; `failed` does not work. */
  status: 'ok' | 'warning' | 'failed' | 'not-checked';
  detail: string;
  /** What to do about it. */
  cure?: string;
}
