/** Reports in one body. Browsers gather a few; a page that is broken sends the same ones again and again. */
export const MAX_REPORTS_PER_BODY = 20;
/** Bytes of a body: a report repeats the whole policy, and is about 1 KB. */
export const MAX_REPORT_BODY_BYTES = 16 * 1024;
/** Bodies of one network in a minute. What is lost comes again with the next person who sees the same. */
export const MAX_REPORT_BODIES_PER_MINUTE = 120;
/** Different violations that are told apart in an hour, and so the lines that strangers can cause in the log. */
export const MAX_DISTINCT_VIOLATIONS = 200;
/** Characters of a path or an origin in the log. What is longer is not shown: half a secret is recognised by nothing. */
export const MAX_SHOWN_LENGTH = 120;
