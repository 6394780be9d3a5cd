import { LIMITS, parseCondition } from '@host/contracts';

const EXAMPLE = "'news' in topics && !('quiet' in topics)";
/** What stands in quotes before `in topics`. */
const NAMED = /'[^']*'\s+in\s+topics/g;

/** What is wrong with a condition over topics, for who wrote it; undefined when the server takes it. */
export function conditionProblem(text: string): string | undefined {
  if (parseCondition(text)) return undefined;
  const topics = text.match(NAMED) ?? [];
  const between = text.replaceAll(NAMED, '');
  if (topics.length === 0) return `A condition names topics in single quotes: ${EXAMPLE}.`;
  if (topics.length > LIMITS.topicsPerCondition) {
    return `At most ${LIMITS.topicsPerCondition} topics; these are ${topics.length}.`;
  }
  if (between.split('(').length !== between.split(')').length) {
    return 'A parenthesis is missing: each ( has its ).';
  }
  if (/(^|[^&])&([^&]|$)|(^|[^|])\|([^|]|$)|\b(and|or|not)\b/i.test(between)) {
    return `Join topics with && (and), || (or), and write ! for not: ${EXAMPLE}.`;
  }
  return `This is no condition. Write it like ${EXAMPLE}.`;
}
