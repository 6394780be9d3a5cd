import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import nginx from 'highlight.js/lib/languages/nginx';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';

const LANGUAGES = {
  js: javascript,
  json,
  nginx,
  sh: bash,
  ts: typescript,
  tsx: typescript,
  yaml,
};
for (const [name, grammar] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, grammar);

/** Highlights code with classes, since the CSP forbids inline styles. Empty for unknown languages. */
export function highlight(code, language) {
  if (!Object.hasOwn(LANGUAGES, language)) return '';
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}
