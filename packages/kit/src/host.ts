/** What only a host uses. A mini-app that imports it gets a copy of its own, so it cannot change the looks of others. */
export { setHostLanguage } from './language/hostLanguage.ts';
export { type SafeArea, setHostSafeArea } from './platform/safeArea.ts';
export { setHostTheme } from './theme/hostTheme.ts';
