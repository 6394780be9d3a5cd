import type { ApiClient } from '@host/api-client';

import { readFixtures } from '../../check/run/readFixtures.ts';
import { type FillPlan, planFilling } from '../../publish/fillCollections.ts';
import { type FixtureData, fixtureData } from '../../publish/fixtureData.ts';

/** The collections in `fixtures.json`, and which of them exist on the server. */
export interface ProjectData extends FixtureData {
  /** Undefined if there is nothing to fill, or the token cannot see it. */
  plan: FillPlan | undefined;
  /** Whether the collections will be private: the fixtures have a signed-in person. */
  isPrivate: boolean;
}

export async function planData(
  client: ApiClient,
  root: string,
  appId: string,
): Promise<ProjectData> {
  const fixtures = await readFixtures(root);
  // Invalid fixtures are reported by the check; if it is skipped, nothing is filled.
  const host = 'severity' in fixtures ? {} : fixtures.host;
  const data = fixtureData(host.api);
  const plan =
    data.collections.length === 0 ? undefined : await planFilling(client, appId, data.collections);
  return { ...data, plan, isPrivate: host.user !== undefined && host.user !== null };
}
