import type { ApiClient } from '@host/api-client';

import { readFixtures } from '../../check/run/readFixtures.ts';
import { type FillPlan, planFilling } from '../../publish/fillCollections.ts';
import { type FixtureData, fixtureData } from '../../publish/fixtureData.ts';

/** What the mini-app reads, as `fixtures.json` has it, and what of it is on the server. */
export interface ProjectData extends FixtureData {
  /** Undefined where nothing is to be filled, or it cannot be seen. */
  plan: FillPlan | undefined;
  /** What a mini-app shows to somebody who is signed in is for people who are. */
  isPrivate: boolean;
}

export async function planData(
  client: ApiClient,
  root: string,
  appId: string,
): Promise<ProjectData> {
  const fixtures = await readFixtures(root);
  // The check refuses what cannot be read; without one, nothing is filled.
  const host = 'severity' in fixtures ? {} : fixtures.host;
  const data = fixtureData(host.api);
  const plan =
    data.collections.length === 0 ? undefined : await planFilling(client, appId, data.collections);
  return { ...data, plan, isPrivate: host.user !== undefined && host.user !== null };
}
