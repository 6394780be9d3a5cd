import type { OpenApi, Schema } from './OpenApi.types.ts';
import { resolve } from './Operation.ts';

const DEEPEST = 6;

/** An example value for a schema: its own example, or one that is built from its fields. */
export function exampleOf(document: OpenApi, given: Schema, depth = 0): unknown {
  const schema = resolve<Schema>(document, given);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (depth > DEEPEST) return undefined;
  const [other] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (other) return exampleOf(document, other, depth + 1);
  if (schema.items) return [exampleOf(document, schema.items, depth + 1)];
  if (schema.properties) {
    const required = Object.entries(schema.properties).filter(([name]) =>
      schema.required?.includes(name),
    );
    return Object.fromEntries(
      required.map(([name, each]) => [name, exampleOf(document, each, depth + 1)]),
    );
  }
  const [type] = [schema.type].flat();
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
  return type === 'object' ? {} : '';
}
