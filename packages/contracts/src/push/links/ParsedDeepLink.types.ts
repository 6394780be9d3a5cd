/** A parsed and decoded deep link. */
export interface ParsedDeepLink {
  /** Undefined for a bare route, `order/42`. */
  scheme: string | undefined;
  parts: string[];
  /** The query parameters; of a repeated one, the first. */
  query: ReadonlyMap<string, string>;
}
