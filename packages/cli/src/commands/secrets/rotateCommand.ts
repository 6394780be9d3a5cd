import type { ApiClient } from '@host/api-client';
import type { SecretRotation } from '@host/contracts';

import { connect } from '../../account/connect.ts';
import type { AnyCommand } from '../../terminal/CommandSpec.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import type { Output } from '../../terminal/Output.ts';
import { readDuration } from '../../terminal/readDuration.ts';

const DAY_SECONDS = 24 * 60 * 60;
const USUAL_OVERLAP = '7d';

/** An issued secret, which is only shown once. */
export interface Issued {
  name: string;
  expiresAt?: string | undefined;
  previous?: { endsAt: string } | undefined;
}

interface RotateCommand<Name extends string, Record extends Issued> {
  /** The group of commands that it is in. */
  group: string;
  noun: Name;
  description: string;
  rotate: (client: ApiClient, id: string, rotation: SecretRotation) => Promise<Record>;
  showSecret: (out: Output, issued: Record) => void;
}

/** The command that rotates the secret of a token or key. */
export function rotateCommand<Name extends string, Record extends Issued>({
  group,
  noun,
  description,
  rotate,
  showSecret,
}: RotateCommand<Name, Record>): AnyCommand {
  const id = '01j9x6y8m3k5n7q2r4t6v8w0za';
  return defineCommand<{ overlap?: string; days?: string }>({
    name: 'rotate',
    summary: `give a ${noun} another secret, while the old one still works`,
    description,
    arguments: [['<id>', `the id that \`miniapp ${group} list\` shows`]],
    options: [
      [
        '--overlap <duration>',
        `how long the old secret works on, ${USUAL_OVERLAP} by default; 0 ends it at once`,
      ],
      ['--days <number>', 'how long the new one works; as long as the one before by default'],
    ],
    examples: [
      [`miniapp ${group} rotate ${id}`, 'the old one works for a week more'],
      [`miniapp ${group} rotate ${id} --overlap 0`, 'after a leak'],
    ],
    async run({ env, out }, { args: [given], options }) {
      const { client } = await connect(env);
      const overlapMs = readDuration(options.overlap ?? USUAL_OVERLAP, '--overlap');
      const issued = await rotate(client, given!, {
        overlapSeconds: Math.round(overlapMs / 1000),
        ...(options.days !== undefined && { expiresInSeconds: Number(options.days) * DAY_SECONDS }),
      });
      out.done(`${out.color.bold(issued.name)} has another secret${untilOf(issued)}`);
      showSecret(out, issued);
      out.line(
        issued.previous === undefined
          ? '  The old one is refused.'
          : `  The old one works until ${formatDate(issued.previous.endsAt)}.`,
      );
      return { json: { [noun]: issued } };
    },
  });
}

/** Shows a secret that cannot be read again. */
export function showOnce(out: Output, secret: string, advice: string): void {
  out.line();
  out.line(`  ${secret}`);
  out.line();
  out.warn('This is the only time that it is shown.', advice);
}

/** The expiry, to be appended to a message. */
export function untilOf({ expiresAt }: Issued): string {
  return expiresAt === undefined ? '' : `, valid until ${formatDate(expiresAt)}`;
}

/** The state of a token or key, in a few words. */
export function stateOf({
  revokedAt,
  expiresAt,
  previous,
}: Omit<Issued, 'name'> & { revokedAt?: string | undefined }): string {
  if (revokedAt !== undefined) return `revoked ${formatDate(revokedAt)}`;
  const old = previous ? `, the old secret until ${formatDate(previous.endsAt)}` : '';
  if (expiresAt === undefined) return `valid${old}`;
  const isOver = Date.parse(expiresAt) < Date.now();
  return `${isOver ? 'expired' : 'until'} ${formatDate(expiresAt)}${old}`;
}
