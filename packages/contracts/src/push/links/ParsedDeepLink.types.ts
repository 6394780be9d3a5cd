/** A parsed and decoded deep link. */
export interface ParsedDeepLink {
  /** Undefined for a bare route, `order/42`. */
  scheme: string | undefined;
  parts: string[];
  /** Each parameter once: the first of those that are repeated. */
  query: ReadonlyMap<string, string>;
}
