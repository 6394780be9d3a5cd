import { defineMessages } from '@host/contracts/messages';

/** The texts around a mini-app under development. */
export const DEVELOPMENT = defineMessages('development', {
  intro:
    'Run miniapp start in the folder of your mini-app. It opens here with what this host gives it, and again whenever you save a file.',
  address: 'Address of miniapp start',
  open: 'Open',
  toolbar: '{name} in development',
  reload: 'Reload',
  leave: 'Leave',
  doesNotBuild: 'It does not build',
  working: 'Building',
  building: 'Building…',
  built: 'Up to date',
  failed: 'Save the correction: it is built again at once',
  lost: 'miniapp start does not answer any more; it is asked again',
  addressOnMachine: 'Enter an address on this machine, for example http://localhost:9002.',
  addressInNetwork: 'Enter an address in this network, for example http://localhost:9002.',
  nobodyAnswers: 'No mini-app answers at {origin}. Is `miniapp start` running there?',
});
