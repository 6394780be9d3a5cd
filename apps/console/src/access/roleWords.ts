import type { Role } from '@host/contracts';

/** What each role is for. */
export const ROLE_WORDS: Record<Role, string> = {
  viewer: 'looks at everything',
  publisher: 'uploads versions and fills collections',
  reviewer: 'decides about what others published',
  releaser: 'releases, pauses and rolls back',
  sender: 'sends pushes',
  admin: 'runs the platform',
};
