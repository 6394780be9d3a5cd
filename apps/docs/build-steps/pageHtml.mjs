import { attribute, text } from './renderMarkdown.mjs';

const BRAND =
  '<svg viewBox="0 0 64 64" aria-hidden="true" focusable="false"><rect width="64" height="64" rx="18"/><path d="M20 42V30M32 42V20M44 42V35"/></svg>';
const LENS =
  '<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false"><circle cx="9" cy="9" r="5.5"/><path d="m13.2 13.2 4 4"/></svg>';
const BARS =
  '<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d="M3 5.5h14M3 10h14M3 14.5h14"/></svg>';
const HALF_MOON =
  '<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false"><circle cx="10" cy="10" r="6.5"/><path class="filled" d="M10 3.5a6.5 6.5 0 0 1 0 13z"/></svg>';

/**
 * Renders a whole page of the site. `main` is the HTML between header and footer; `assets` are the URLs and digests of
 * scripts and styles; `menu` is the site's menu as lists of pages.
 */
export function pageHtml({ page, main, headings = [], menu, assets, base, scripts = [], next }) {
  const outline = headings.filter(({ level }) => level === 2 || level === 3);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#141c1b" media="(prefers-color-scheme: dark)">
<title>${text(page.title === page.siteTitle ? page.title : `${page.title} · Mini-apps and push`)}</title>
<link rel="icon" href="${base}icon.svg" type="image/svg+xml">
${script(assets.scheme)}
<link rel="stylesheet" href="${assets.style.address}">
${[assets.site, ...scripts].map((each) => script(each, ' defer')).join('\n')}
</head>
<body data-search="${assets.search.address}">
<a class="skip" href="#main">Skip to the text</a>
<header class="top">
<button class="icon-button" id="menu-button" type="button" aria-expanded="false" aria-controls="menu" aria-label="Menu">${BARS}</button>
<a class="brand" href="${base}">${BRAND}<span>Mini-apps and push</span></a>
<button class="search-button" id="search-button" type="button">${LENS}<span>Search</span><kbd>/</kbd></button>
<a class="top-link" href="${base}api/">API</a>
<button class="icon-button" id="scheme-button" type="button" aria-label="Light or dark">${HALF_MOON}</button>
</header>
<div class="columns${outline.length > 1 ? '' : ' without-outline'}">
<nav class="menu" id="menu" aria-label="Pages">${menuHtml(menu, page, base)}</nav>
<main id="main" tabindex="-1"><article>${main}</article>${nextHtml(next, base)}</main>
${outline.length > 1 ? outlineHtml(outline) : ''}
</div>
</body>
</html>
`;
}

function script({ address, integrity }, how = '') {
  return `<script src="${address}" integrity="${integrity}" crossorigin="anonymous"${how}></script>`;
}

function menuHtml(menu, page, base) {
  const current = page.menuAddress ?? page.address;
  return menu
    .map(({ title, pages }) => {
      const items = pages.map(
        ({ address, label }) =>
          `<li><a href="${base}${address}"${address === current ? ' aria-current="page"' : ''}>${text(label)}</a></li>`,
      );
      return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
    })
    .join('');
}

function outlineHtml(outline) {
  const items = outline.map(
    ({ level, id, text: title }) =>
      `<li class="level-${level}"><a href="#${attribute(id)}">${text(title)}</a></li>`,
  );
  return `<nav class="outline" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`;
}

function nextHtml(next, base) {
  if (!next) return '';
  return `<p class="next"><a href="${base}${next.address}"><span>Next</span> ${text(next.label)}</a></p>`;
}
