/** What examples use without declaring it, since readers have it: in their own code, and from packages of others. */
export const NAMES_OF_READERS = new Set(
  `
  BASKET Draft Item Stack answerOrder cancel email error frame german germanOfTheKit goBack id inAnHour isAsking isOpen kit
  orderAgain pauseVideo platform problem push registration reload reminder restore runtime setEmail setWantsUpdates share
  showRetry sortByDate stopAsking storage svg token url user value wantsUpdates
  analytics consent installId loaders registry scripts sha256
  AsyncStorage ScriptManager expect lazy registerPlugins registerRemotes useEffect writeFileSync z
  `
    .trim()
    .split(/\s+/),
);
