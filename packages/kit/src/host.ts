/** The parts for hosts only. A mini-app that imports it gets its own copy, so it cannot change the appearance of others. */
export { setHostLanguage } from './language/hostLanguage.ts';
export { type SafeArea, setHostSafeArea } from './platform/safeArea.ts';
export { setHostTheme } from './theme/hostTheme.ts';
