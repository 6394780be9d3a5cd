import type { Role } from '@host/contracts';

/** The role that members of a group have: for the platform, for some mini-apps, or for those of a publisher. */
export interface GroupRule {
  group: string;
  role: Role;
  apps?: readonly string[] | undefined;
  publisher?: string | undefined;
}
