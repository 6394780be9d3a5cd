import type { IconName } from '@host/kit';
import type { Permission } from '@host/contracts';

interface PermissionText {
  icon: IconName;
  title: string;
  /** What it means for the person. */
  meaning: string;
  /** How it is asked for, after the name of the mini-app. */
  question: string;
}

/** Every permission in words. */
export const PERMISSION_TEXTS: Record<Permission, PermissionText> = {
  storage: {
    icon: 'inbox',
    title: 'Storage',
    meaning: 'Keeps data on this device. It is deleted when you sign out.',
    question: 'would like to keep data on this device',
  },
  analytics: {
    icon: 'eye',
    title: 'Usage data',
    meaning: 'Records which of its screens are used.',
    question: 'would like to record which of its screens you use',
  },
  push: {
    icon: 'bell',
    title: 'Notifications',
    meaning: 'Sends you notifications and reminders.',
    question: 'would like to send you notifications',
  },
  user: {
    icon: 'person',
    title: 'Your profile',
    meaning: 'Sees your name and picture, under an id that only it knows you by.',
    question: 'would like to know your name and picture',
  },
  email: {
    icon: 'mail',
    title: 'Your e-mail address',
    meaning:
      'Sees your e-mail address. It is the same everywhere, so others can tell that it is you.',
    question: 'would like to know your e-mail address',
  },
  device: {
    icon: 'settings',
    title: 'Device',
    meaning: 'Sees the kind of your device, its language and its settings.',
    question: 'would like to know about your device',
  },
  network: {
    icon: 'share',
    title: 'Network',
    meaning: 'Exchanges data with its own service.',
    question: 'would like to exchange data with its service',
  },
};
