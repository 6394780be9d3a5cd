import { defineMessages } from '@host/contracts/messages';

/** Texts of the placeholder for a mini-app that cannot be shown; failures by their code. */
export const RUNTIME = defineMessages('runtime', {
  loading: 'Loading the mini-app',
  failed: 'Something went wrong',
  retry: 'Retry',
  close: 'Close',
  update: 'Update the app',
  updateTo: '{problem} Version {version} is needed.',
  unavailable: 'Not available',
  'failure.not-found': 'This mini-app is not available.',
  'failure.suspended': 'This mini-app has been stopped by its operator.',
  'failure.host-too-old': 'This mini-app needs a newer version of the app.',
  'failure.not-compatible': 'This mini-app does not fit this version of the app.',
  'failure.offline': 'There is no connection, and this mini-app was not opened here before.',
  'failure.timeout': 'This took too long.',
  'failure.unavailable': 'The service does not answer as it should.',
  'failure.integrity': 'What was downloaded is not what was published, so it was not run.',
  'failure.signature': 'This mini-app is not signed by its publisher, so it was not run.',
  'failure.isolation': 'This mini-app needs a frame, which this app does not offer.',
  'failure.load-failed': 'This mini-app could not be loaded.',
  'failure.crashed-on-start': 'This mini-app failed when it started.',
  'failure.hung': 'This mini-app did not start in time.',
  'failure.misbehaved': 'This mini-app was stopped: it took up more of the app than it may.',
  'failure.crashed': 'This mini-app stopped working.',
});
