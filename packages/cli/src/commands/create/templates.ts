/** The templates with their descriptions. The first is the default. */
export const TEMPLATES = {
  list: 'A list with data: items from the api, details, favourites, sign-in',
  form: 'A form: fields with checks, sent to the api, kept while it is filled in',
  tabs: 'Tabs: three screens, with settings that are remembered',
  blank: 'Blank: one screen',
} as const;

export type TemplateName = keyof typeof TEMPLATES;

export const DEFAULT_TEMPLATE: TemplateName = 'list';

export function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(TEMPLATES, name);
}
