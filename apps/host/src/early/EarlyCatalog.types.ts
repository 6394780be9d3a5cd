/** What the page has asked for before the host was there. */
export interface EarlyCatalog {
  /** Undefined where it could not be asked: the host asks by itself then. */
  asked: Promise<{ url: string; response: Promise<Response> } | undefined>;
}
