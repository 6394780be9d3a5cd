import * as z from 'zod/mini';

/**
 * The same schema, validated by generated code in half the time. Schemas that are shared with clients cannot use it: not
 * every client may run generated code.
 */
export function compiled<Schema extends z.core.$ZodType>(schema: Schema): Schema;
export function compiled(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodMiniOptional) return z.optional(compiled(schema.def.innerType));
  if (!(schema instanceof z.ZodMiniObject)) return schema;
  const shape = Object.fromEntries(
    Object.entries(schema.def.shape).map(([name, field]) => [name, compiled(field)]),
  );
  return new z.core.$ZodObjectJIT({ ...schema.def, shape });
}
