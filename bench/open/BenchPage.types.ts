/** What a page of this benchmark can do; the browser's driver calls it. */
export interface BenchPage {
  /** Opens the mini-app and resolves to the milliseconds until its first screen is there. */
  open(): Promise<number>;
  close(): Promise<void>;
}
