import { defineMessages } from '@host/contracts/messages';

/** Messages of the host's settings. */
export const SETTINGS = defineMessages('settings', {
  account: 'Account',
  appearance: 'Appearance',
  'scheme.system': 'System',
  'scheme.light': 'Light',
  'scheme.dark': 'Dark',
  language: 'Language',
  languageOfDevice: 'As on this device',
  languageRestart: 'Restart the app to turn its layout round.',
  notifications: 'What you hear of, and when it is quiet',
  services: 'Services',
  about: 'About',
  kit: 'The components that services are built with',
  develop: 'Mini-apps in development',
  developHint: 'Open what miniapp start serves',
});
