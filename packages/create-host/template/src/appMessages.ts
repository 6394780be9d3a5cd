import { defineMessages } from '@host/contracts/messages';

/** The texts of this app in English; the other languages are in `languages/`. */
export const APP = defineMessages('app', {
  starting: 'Starting',
  notStarted: 'The app could not be started.',
  loading: 'Loading',
  notLoaded: 'The list could not be loaded.',
  mayItUse:
    '{permission, select, user {May it see your name and picture?} email {May it see your e-mail address?} push {May it send you notifications?} other {May it use: {permission}?}}',
  allow: 'Allow',
  notNow: 'Not now',
});
