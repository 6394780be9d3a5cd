/** A link taken apart. */
export interface ParsedLink {
  /** Undefined for a bare route, `order/42`. */
  scheme: string | undefined;
  parts: string[];
  query: ReadonlyMap<string, string>;
}
