/** What the page has asked for, and drawn, before the host was there. */
export interface EarlyCatalog {
  /** Undefined where it could not be asked: the host asks by itself then. */
  asked: Promise<{ url: string; response: Promise<Response> } | undefined>;
  /** Whether people see tiles already, which the host must not take away again. */
  isDrawn: () => boolean;
}
