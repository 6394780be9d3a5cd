/** The interface of this benchmark's pages, called by the browser driver. */
export interface BenchPage {
  /** Opens the mini-app and resolves to the milliseconds until its first screen is shown. */
  open(): Promise<number>;
  close(): Promise<void>;
}
