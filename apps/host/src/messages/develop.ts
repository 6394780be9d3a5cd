import { defineMessages } from '@host/contracts/messages';

/** Where mini-apps that somebody works on do not open. */
export const DEVELOP = defineMessages('develop', {
  elsewhereWeb: 'Open this host on the machine that you develop on, at its localhost.',
  elsewhereApp:
    'This build of the app is not for development. Mini-apps in development open in one that is.',
});
