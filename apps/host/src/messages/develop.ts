import { defineMessages } from '@host/contracts/messages';

/** Messages for mini-apps in development that cannot be opened. */
export const DEVELOP = defineMessages('develop', {
  elsewhereWeb: 'Open this host on the machine that you develop on, at its localhost.',
  elsewhereApp:
    'This build of the app is not for development. Mini-apps in development open in one that is.',
});
