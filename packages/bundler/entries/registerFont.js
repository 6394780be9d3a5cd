/** Lets styles name a font of the mini-app. The browser fetches it when a text with it is shown. */
export function registerFont(names, { uri }) {
  // `miniapp check` runs mini-apps without a page.
  if (typeof FontFace !== 'function' || !document.fonts) return;
  for (const name of names) document.fonts.add(new FontFace(name, `url(${JSON.stringify(uri)})`));
}
