import { defineMessages } from '@host/contracts/messages';

/** Placeholders for unknown details of a person, as people and mini-apps read them. */
export const PERSON = defineMessages('person', {
  unnamed: 'Unnamed',
});
