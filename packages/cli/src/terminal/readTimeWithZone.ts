const ISO_WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Parses a time with its zone, `2026-01-10T09:00:00Z`, to milliseconds; undefined if it is invalid. */
export function readTimeWithZone(given: string): number | undefined {
  const at = ISO_WITH_ZONE.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
