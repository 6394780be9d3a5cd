import MarkdownIt from 'markdown-it';

import { highlight } from './highlight.mjs';
import { createSlugs } from './slug.mjs';

/** The HTML tags that pages may use; anything else in angle brackets is text, as in `Bearer <token>`. */
const ALLOWED_HTML = /^<(?:\/?p|br|img [^>]*)\s*\/?>$/;

/**
 * Renders a page. `linkTo` returns the URL for a link or an image, or undefined if the site does not have its target: the
 * text is then shown without a link.
 *
 * @returns {{ html: string, headings: { level: number, id: string, text: string }[], sections: { id: string, title: string, text: string }[] }}
 */
export function renderMarkdown(markdown, linkTo) {
  const md = new MarkdownIt({ html: true, linkify: false, highlight });
  setRules(md.renderer.rules, linkTo);
  const tokens = md.parse(withoutComments(markdown), {});
  const outline = readOutline(tokens);
  const html = md.renderer.render(tokens, md.options, {});
  // An empty header cell in the corner of a table is not a header.
  return { html: html.replaceAll('<th></th>', '<td class="corner"></td>'), ...outline };
}

function withoutComments(markdown) {
  return markdown.replace(/^<!--.*?-->\n/s, '');
}

function setRules(rules, linkTo) {
  // Links do not nest, so this closes the last one that was opened.
  let isLink = true;
  rules.link_open = (tokens, index, options, env, self) => {
    const href = linkTo(tokens[index].attrGet('href'));
    isLink = href !== undefined;
    if (!isLink) return '';
    tokens[index].attrSet('href', href);
    return self.renderToken(tokens, index, options);
  };
  rules.link_close = () => (isLink ? '</a>' : '');
  rules.image = (tokens, index, options, env, self) => {
    const { children } = tokens[index];
    const described = attribute(self.renderInlineAsText(children, options, env));
    return `<img src="${linkTo(tokens[index].attrGet('src'))}" alt="${described}" loading="lazy">`;
  };
  rules.html_block = (tokens, index) =>
    tokens[index].content.replaceAll(/<[^>]*>/g, (tag) => allowedTag(tag, linkTo));
  rules.html_inline = (tokens, index) => allowedTag(tokens[index].content, linkTo);
  // Wide content scrolls inside a focusable box, so that the keyboard can scroll it.
  rules.table_open = () => '<div class="table" tabindex="0"><table>';
  rules.table_close = () => '</table></div>';
  rules.anchor = (tokens, index) => tokens[index].content;
  const { fence } = rules;
  rules.fence = (...given) =>
    `<div class="code">${fence(...given).replace('<pre>', '<pre tabindex="0">')}</div>`;
}

function allowedTag(tag, linkTo) {
  if (!ALLOWED_HTML.test(tag)) return text(tag);
  return tag
    .replace(/ width="\d+"/, '')
    .replace(/src="([^"]*)"/, (_, source) => `src="${linkTo(source)}" loading="lazy"`);
}

/** Assigns ids to headings, and collects them with the text below each, for the outline and the search index. */
function readOutline(tokens) {
  const slug = createSlugs();
  const headings = [];
  const sections = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = plainText(tokens[index + 1]);
      const id = slug(title);
      const level = Number(token.tag.slice(1));
      token.attrSet('id', id);
      if (level > 1) tokens[index + 1].children.push(anchorTo(id, title, token.constructor));
      headings.push({ level, id, text: title });
      sections.push({ id: level === 1 ? '' : id, title, text: '' });
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      addText(sections, plainText(token));
    } else if (token.type === 'fence') {
      addText(sections, token.content);
    }
  }
  return { headings, sections };
}

/** The permalink of a heading. */
function anchorTo(id, title, Token) {
  const anchor = new Token('anchor', '', 0);
  anchor.content = `<a class="anchor" href="#${id}" aria-label="${attribute(`Link to ${title}`)}">#</a>`;
  return anchor;
}

function addText(sections, more) {
  const section = sections.at(-1);
  if (section) section.text += `${section.text ? ' ' : ''}${more}`;
}

function plainText({ children }) {
  return (children ?? [])
    .filter(({ type }) => ['text', 'code_inline', 'softbreak'].includes(type))
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('');
}

export function text(value) {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function attribute(value) {
  return text(value).replaceAll('"', '&quot;');
}
