import { AppId, ResolveQuery } from '@host/contracts';

import { plainWords } from '../errors/plainWords.ts';

/** What is wrong with the question which version somebody would get, by its fields, before the server is asked. */
export function choiceProblems(
  appId: string,
  query: ResolveQuery,
): Partial<Record<'appId' | keyof ResolveQuery, string>> {
  const problems: Record<string, string> = {};
  if (!AppId.safeParse(appId).success) {
    problems['appId'] = 'The id of a mini-app, such as com.acme.orders.';
  }
  const { error } = ResolveQuery.safeParse(query);
  for (const { path, message } of error?.issues ?? []) {
    problems[String(path[0])] ??= plainWords(message);
  }
  // What the server says of them is about their form in a URL, which nobody sees here.
  if (problems['cohorts'] !== undefined) {
    problems['cohorts'] =
      'A cohort is up to 64 lower-case letters, digits, - and _; at most 20 of them.';
  }
  return problems;
}
