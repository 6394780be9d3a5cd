import { element } from './element.ts';
import type { OpenApi, Schema } from './OpenApi.types.ts';
import { resolve } from './Operation.ts';
import { inline } from './prose.ts';

/** Renders the fields of a schema; nested ones are rendered when they are opened, since schemas may be recursive. */
export function schemaView(document: OpenApi, schema: Schema): HTMLElement {
  const inner = fieldsBehind(document, schema);
  if (inner.length === 0) return element('p', { class: 'type' }, typeName(schema));
  return element('ul', { class: 'fields' }, ...inner.map((each) => fieldView(document, each)));
}

interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/** The fields of an object, of the items of an array, or of any alternative of a union. */
function fieldsBehind(document: OpenApi, given: Schema): Field[] {
  const schema = resolve<Schema>(document, given);
  const list = schema.items && typeof schema.items === 'object' ? schema.items : undefined;
  if (list) return fieldsBehind(document, list);
  const others = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (others) {
    const all = others.flatMap((each) => fieldsBehind(document, each));
    return all.filter(({ name }, at) => all.findIndex((each) => each.name === name) === at);
  }
  const fields = Object.entries(schema.properties ?? {}).map(([name, each]) => ({
    name,
    schema: each,
    isRequired: schema.required?.includes(name) ?? false,
  }));
  const more = schema.additionalProperties;
  if (typeof more === 'object' && Object.keys(more).length > 0) {
    fields.push({ name: '…', schema: more, isRequired: false });
  }
  return fields;
}

function fieldView(document: OpenApi, { name, schema, isRequired }: Field): HTMLElement {
  const described = resolve<Schema>(document, schema);
  const head = [
    element('code', { class: 'name' }, name),
    element('span', { class: 'type' }, typeName(schema)),
    isRequired && element('span', { class: 'required' }, 'required'),
    element('span', { class: 'bounds' }, boundsOf(described)),
  ];
  const about = schema.description ?? described.description;
  const text = about ? element('p', {}, ...inline(about)) : undefined;
  if (fieldsBehind(document, schema).length === 0) return element('li', {}, ...head, text);
  const details = element('details', {}, element('summary', {}, ...head), text);
  details.addEventListener('toggle', () => details.append(schemaView(document, schema)), {
    once: true,
  });
  return element('li', {}, details);
}

/** A schema in a few words: `string`, `Release[]`, `"ios" | "android"`. */
export function typeName(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  const others = schema.anyOf ?? schema.oneOf;
  if (others) return [...new Set(others.map(typeName))].join(' | ');
  if (schema.allOf) return schema.allOf.map(typeName).join(' & ');
  if (schema.items) {
    const inner = typeName(schema.items);
    return inner.includes(' ') ? `(${inner})[]` : `${inner}[]`;
  }
  const type = [schema.type ?? 'any'].flat().join(' | ');
  return schema.format ? `${type}, ${schema.format}` : type;
}

function boundsOf(schema: Schema): string {
  const span = (from: number | undefined, to: number | undefined, what: string) => {
    if (from === undefined && to === undefined) return undefined;
    if (from === undefined) return `at most ${to}${what}`;
    if (to === undefined) return `at least ${from}${what}`;
    return `${from} to ${to}${what}`;
  };
  // MAX_SAFE_INTEGER comes from the schema library and is not a bound of the API.
  const max = schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum;
  const min = schema.minimum === Number.MIN_SAFE_INTEGER ? undefined : schema.minimum;
  const bounds = [
    span(min, max, ''),
    span(schema.minLength, schema.maxLength, ' characters'),
    span(schema.minItems, schema.maxItems, ' items'),
    schema.default === undefined ? undefined : `otherwise ${JSON.stringify(schema.default)}`,
  ];
  return bounds.filter(Boolean).join('; ');
}
