import { miniAppTopic, parseCondition, topicsOfCondition } from '@host/contracts';

/** The mini-apps among some that topics belong to; undefined when one of the topics belongs to none of them. */
export function appsOfTopics(
  apps: readonly string[],
  topics: readonly string[],
): string[] | undefined {
  const found = new Set<string>();
  for (const topic of topics) {
    const app = apps.find((each) => topic.startsWith(miniAppTopic(each, '')));
    if (app === undefined) return undefined;
    found.add(app);
  }
  return [...found];
}

/** The topics that a condition names; none when it is no condition. */
export function topicsIn(text: string): string[] {
  const condition = parseCondition(text);
  return condition ? topicsOfCondition(condition) : [];
}
