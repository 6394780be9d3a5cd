import * as z from 'zod/mini';

/**
 * The same schema, with objects checked by code that is made for them: that takes half the time. The schemas that
 * clients share do without, since not every client may make code.
 */
export function compiled<Schema extends z.core.$ZodType>(schema: Schema): Schema;
export function compiled(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.core.$ZodOptional) return z.optional(compiled(schema._zod.def.innerType));
  if (!(schema instanceof z.core.$ZodObject)) return schema;
  const { def } = schema._zod;
  const shape = Object.fromEntries(
    Object.entries(def.shape).map(([name, field]) => [name, compiled(field)]),
  );
  return new z.core.$ZodObjectJIT({ ...def, shape });
}
