import { defineMessages } from '@host/contracts/messages';

/** What people and mini-apps read in the place of what is not known of a person. */
export const PERSON = defineMessages('person', {
  unnamed: 'Unnamed',
});
