import { defineMessages } from '@host/contracts/messages';

/** What is said where the host is not there to say anything: small, since it comes before everything else. */
export const START = defineMessages('start', {
  notStarted: 'The app could not be started.',
  tryAgain: 'Try again',
  needsScript: 'This app needs JavaScript.',
});
