import { defineMessages } from '@host/contracts/messages';

/** The mails that people get about their account, by kind; every line is a paragraph. */
export const MAIL = defineMessages('mail', {
  ignore: 'If this was not you, ignore this mail: nothing changes.',
  'reset.subject': 'Set a new password for {host}',
  'reset.text':
    'Somebody asked for a new password for your account at {host}.\nThe link works once, for an hour.',
  'reset.action': 'Set a new password',
  'sign-up.subject': 'Confirm your account at {host}',
  'sign-up.text':
    'Somebody wants to make an account at {host} with this e-mail address.\nIf it was you, follow the link and enter the password that you chose. The link works for a day.\nIf it was not you, ignore this mail: without the password there will be no account.',
  'sign-up.action': 'Confirm the account',
  'verify.subject': 'Verify your e-mail address for {host}',
  'verify.text':
    'Somebody wants to use this e-mail address for their account at {host}.\nIf it was you, follow the link where you are signed in. The link works for a day.',
  'verify.action': 'Verify this address',
  'address-taken.subject': 'You have an account at {host}',
  'address-taken.text':
    'Somebody wanted to make an account at {host} with this e-mail address. You have one already.\nIf it was you, sign in; if you do not remember the password, you can set a new one there.',
  'address-taken.action': 'Sign in',
  'address-wanted.subject': 'Somebody wanted to use your e-mail address at {host}',
  'address-wanted.text':
    'Somebody wanted to use this e-mail address for another account at {host}. It belongs to yours, and stays there.',
  'password-changed.subject': 'Your password for {host} was changed',
  'password-changed.text':
    'The password of your account at {host} was changed. You are signed out everywhere else.\nIf this was not you, set a new password now.',
  'password-changed.action': 'I forgot my password',
  'email-changed.subject': 'Your e-mail address for {host} was changed',
  'email-changed.text':
    'Your account at {host} has another e-mail address now. Mail about it goes there, and you sign in with it.\nIf this was not you, tell who runs {host} at once.',
});
