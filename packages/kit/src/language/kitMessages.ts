import { defineMessages } from '@host/contracts/messages';

/** The components' own texts. */
export const KIT = defineMessages('kit', {
  back: 'Back',
  close: 'Close',
  loading: 'Loading',
  loadingList: '{label}: loading',
  refresh: 'Refresh',
  empty: 'Nothing here yet',
  failed: 'Something went wrong',
  retry: 'Try again',
  showEntered: 'Show what you entered',
  hideEntered: 'Hide what you entered',
});
