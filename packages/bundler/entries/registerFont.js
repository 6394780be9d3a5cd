/** Lets styles name a font of the mini-app. The browser fetches it when a text with it is shown. */
export function registerFont(names, { uri }) {
  // Not in every place that runs a mini-app: a check has no page.
  if (typeof FontFace !== 'function' || !document.fonts) return;
  for (const name of names) document.fonts.add(new FontFace(name, `url(${JSON.stringify(uri)})`));
}
