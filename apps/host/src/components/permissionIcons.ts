import type { IconName } from '@host/kit';
import type { Permission } from '@host/contracts';

/** The icon of each permission; its text is in the `miniApp` messages. */
export const PERMISSION_ICONS: Record<Permission, IconName> = {
  storage: 'inbox',
  analytics: 'eye',
  push: 'bell',
  user: 'person',
  email: 'mail',
  device: 'settings',
  network: 'share',
};
