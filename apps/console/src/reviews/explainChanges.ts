import { PERMISSIONS_THAT_ASK, type VersionChanges } from '@host/contracts';

import { countOf, formatBytes, formatPercent } from '../text/formatNumber.ts';

/** A change in a sentence, and whether a reviewer should look at it first. */
export interface ExplainedChange {
  text: string;
  isImportant: boolean;
}

/** Growth above this is worth a look. */
const MUCH_LARGER = 1.2;

/** What a version changes, what matters to people first. */
export function explainChanges(changes: VersionChanges): ExplainedChange[] {
  const { permissions, name, minHostVersion, isolation, signed, shared, platforms } = changes;
  const told: ExplainedChange[] = [];
  const say = (text: string, isImportant = false) => told.push({ text, isImportant });
  const asks = permissions.added.filter((each) => PERMISSIONS_THAT_ASK.includes(each));
  const silent = permissions.added.filter((each) => !asks.includes(each));
  if (asks.length > 0) say(`It wants ${asks.join(', ')}: people are asked for that.`, true);
  if (silent.length > 0) say(`It wants ${silent.join(', ')}: nobody is asked for that.`, true);
  if (permissions.removed.length > 0) {
    say(`It no longer wants ${permissions.removed.join(', ')}.`);
  }
  if (name.before !== undefined && name.before !== name.after) {
    say(`It is called ${name.after} instead of ${name.before}.`, true);
  }
  for (const { language, before, after = name.after } of changes.translatedNames) {
    const instead = before === undefined ? '' : ` instead of ${before}`;
    say(`In the language ${language} it is called ${after}${instead}.`, true);
  }
  if (isolation.before !== undefined && isolation.before !== isolation.after) {
    say(
      isolation.after === 'realm'
        ? 'It runs beside the code of hosts instead of in a frame.'
        : 'It runs in a frame instead of beside the code of hosts.',
      isolation.after === 'realm',
    );
  }
  if (signed.before === true && !signed.after) say('It is not signed any more.', true);
  if (minHostVersion.before !== undefined && minHostVersion.before !== minHostVersion.after) {
    say(`It needs hosts from ${minHostVersion.after} on, before from ${minHostVersion.before} on.`);
  }
  for (const { platform, before, after, changed, same } of platforms) {
    if (after === undefined) {
      say(`There is no build for ${platform} any more.`, true);
      continue;
    }
    const files =
      changed === undefined
        ? 'its files are not known'
        : `${countOf(changed, 'changed file')}, ${countOf(same ?? 0, 'file')} as before`;
    say(
      `${platform}: ${sizeOf(before, after)}; ${files}.`,
      before !== undefined && after > before * MUCH_LARGER,
    );
  }
  for (const { module, before, after } of shared) {
    say(
      after === undefined
        ? `It no longer takes ${module} from hosts.`
        : `It takes ${module} ${after} from hosts${before === undefined ? '' : `, before ${before}`}.`,
    );
  }
  return told;
}

function sizeOf(before: number | undefined, after: number): string {
  if (before === undefined) return `${formatBytes(after)}, new`;
  if (before === after) return `${formatBytes(after)}, as before`;
  const percent = formatPercent(Math.abs(after / before - 1) * 100);
  return `${formatBytes(after)}, ${percent} ${after > before ? 'larger' : 'smaller'} than before`;
}
