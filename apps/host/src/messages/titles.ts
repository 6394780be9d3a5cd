import { defineMessages } from '@host/contracts/messages';

/** The titles of screens, for the browser's title, the heading, and links to them. */
export const TITLES = defineMessages('titles', {
  home: 'Home',
  miniApp: 'Mini-app',
  order: 'Order',
  offer: 'Offer',
  signIn: 'Sign in',
  signUp: 'Create an account',
  forgotPassword: 'Forgot your password?',
  resetPassword: 'Choose a new password',
  verifyEmail: 'Verify your address',
  confirmAccount: 'Confirm your account',
  settings: 'Settings',
  changeEmail: 'Change e-mail address',
  changePassword: 'Change password',
  sessions: 'Where you are signed in',
  notifications: 'Notifications',
  gallery: 'UI kit',
  develop: 'In development',
  notFound: 'Not found',
});
