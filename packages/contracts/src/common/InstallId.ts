import * as z from 'zod/mini';

/** What one installed host app calls itself. It is made by the host and says nothing of the person. */
export const InstallId = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9._~-]{1,128}$/, 'an installId is 1 to 128 letters, digits, . _ ~ or -'),
  );
