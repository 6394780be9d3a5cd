import type { Role } from '@host/contracts';

/** What the members of a group may do: a role, for the platform, for some mini-apps, or for those of a publisher. */
export interface GroupRule {
  group: string;
  role: Role;
  apps?: readonly string[] | undefined;
  publisher?: string | undefined;
}
