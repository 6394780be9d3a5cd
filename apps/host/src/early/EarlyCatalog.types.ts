/** The catalog request that the early script sent, and whether it rendered tiles, before the host bundle ran. */
export interface EarlyCatalog {
  /** Resolves to undefined if no request could be sent: the host then sends its own. */
  asked: Promise<{ url: string; response: Promise<Response> } | undefined>;
  /** Whether tiles are visible already, which the host must not replace with a spinner. */
  isDrawn: () => boolean;
}
