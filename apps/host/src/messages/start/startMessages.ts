import { defineMessages } from '@host/contracts/messages';

/** The messages that are shown before the host runs or if it cannot start: few, since they are on the critical path. */
export const START = defineMessages('start', {
  notStarted: 'The app could not be started.',
  tryAgain: 'Try again',
  needsScript: 'This app needs JavaScript.',
});
