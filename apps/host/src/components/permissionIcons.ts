import type { IconName } from '@host/kit';
import type { Permission } from '@host/contracts';

/** Every permission as an icon; its words are among the messages about mini-apps. */
export const PERMISSION_ICONS: Record<Permission, IconName> = {
  storage: 'inbox',
  analytics: 'eye',
  push: 'bell',
  user: 'person',
  email: 'mail',
  device: 'settings',
  network: 'share',
};
