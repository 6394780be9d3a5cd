import * as z from 'zod/mini';

import { TOPIC } from './topicNames.ts';

/** The name of a topic, such as `promotions`. */
export const Topic = z
  .string()
  .check(z.regex(TOPIC, 'a topic is made of letters, digits and - _ . ~ %'));
