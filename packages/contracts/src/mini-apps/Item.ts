import * as z from 'zod/mini';

/** One entry of `GET /<mini_app_path>/items`: `id` and `title`, and any other fields that the mini-app stores. */
export const Item = z.looseObject({ id: z.string(), title: z.string() });
export type Item = z.infer<typeof Item>;

/** The response of `GET /<mini_app_path>/items`. */
export const Items = z.array(Item);
export type Items = z.infer<typeof Items>;
