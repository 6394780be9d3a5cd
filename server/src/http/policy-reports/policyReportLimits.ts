/** Reports in one body. Browsers batch a few; a broken page repeats the same ones. */
export const MAX_REPORTS_PER_BODY = 20;
/** Bytes of a body: a report repeats the whole policy, and is about 1 KB. */
export const MAX_REPORT_BODY_BYTES = 16 * 1024;
/** Bodies of one network per minute. What is dropped comes again from others who see the same. */
export const MAX_REPORT_BODIES_PER_MINUTE = 120;
/** Distinct violations per hour, and so the lines that strangers can cause in the log. */
export const MAX_DISTINCT_VIOLATIONS = 200;
/** Characters of a path or an origin in the log. Longer ones are left out: a truncated secret would not be recognized. */
export const MAX_SHOWN_LENGTH = 120;
