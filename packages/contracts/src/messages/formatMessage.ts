import type { MessageArgs } from './Messages.types.ts';
import { type MessagePart, parseMessage } from './parseMessage.ts';
import { pluralOf } from './pluralOf.ts';
import { directionOf } from './directionOf.ts';
import { intlLocale } from './intlLocale.ts';

const parsed = new Map<string, MessagePart[]>();
/** A cache: creating a formatter costs more than a hundred uses of it. */
const formats = new Map<string, { format(value: never): string }>();

/**
 * Formats a message with its values, numbers and dates as in its locale. Text that cannot be parsed is returned as it is: a
 * mistake in one text must not break a screen.
 *
 * @example
 * formatMessage('{count, plural, one {# order} other {# orders}}', { count: 2 }, 'en'); // '2 orders'
 */
export function formatMessage(text: string, args: MessageArgs, locale: string): string {
  if (!/['{}]/.test(text)) return text;
  let parts = parsed.get(text);
  if (!parts) {
    try {
      parts = parseMessage(text);
    } catch (error) {
      console.error(String(error));
      parts = [text];
    }
    parsed.set(text, parts);
  }
  return join(parts, args, locale, 0);
}

function join(parts: MessagePart[], args: MessageArgs, locale: string, count: number): string {
  return parts.map((part) => say(part, args, locale, count)).join('');
}

function say(part: MessagePart, args: MessageArgs, locale: string, count: number): string {
  if (typeof part === 'string') return part;
  if (part.type === '#') return numberIn(locale, count, '');
  const value = args[part.name];
  if (value === undefined) return `{${part.name}}`;
  if ('options' in part) {
    const { type, options } = part;
    const isPlural = type === 'plural';
    const amount = isPlural ? Number(value) : count;
    const key = isPlural ? pluralOf(locale, amount) : String(value);
    const exact = isPlural ? options[`=${amount}`] : undefined;
    const chosen = exact ?? (Object.hasOwn(options, key) ? options[key] : options['other']);
    return join(chosen ?? [], args, locale, amount);
  }
  if (part.type === 'number') return numberIn(locale, Number(value), part.style);
  if (part.type === 'date' || part.type === 'time') return momentIn(locale, value, part);
  if (typeof value === 'number') return numberIn(locale, value, '');
  // Wrapped in bidi isolates: a name in Latin letters must not reorder the text around it.
  return directionOf(locale) === 'rtl' ? `\u2068${String(value)}\u2069` : String(value);
}

function numberIn(locale: string, value: number, style: string): string {
  if (typeof Intl === 'undefined') return style === 'percent' ? `${value * 100}%` : String(value);
  return formatOf(`number ${locale} ${style}`, () =>
    style === 'percent'
      ? new Intl.NumberFormat(intlLocale(locale), { style })
      : new Intl.NumberFormat(
          intlLocale(locale),
          style === 'integer' ? { maximumFractionDigits: 0 } : {},
        ),
  ).format(value as never);
}

function momentIn(
  locale: string,
  value: string | number | Date,
  { type, style }: { type: string; style: string },
): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return String(value);
  if (typeof Intl === 'undefined') {
    return type === 'date' ? moment.toISOString().slice(0, 10) : moment.toTimeString().slice(0, 5);
  }
  const length = (style || (type === 'date' ? 'medium' : 'short')) as 'medium';
  return formatOf(
    `${type} ${locale} ${length}`,
    () =>
      new Intl.DateTimeFormat(
        intlLocale(locale),
        type === 'date' ? { dateStyle: length } : { timeStyle: length },
      ),
  ).format(moment as never);
}

function formatOf(key: string, make: () => { format(value: never): string }) {
  let format = formats.get(key);
  if (!format) {
    format = make();
    formats.set(key, format);
  }
  return format;
}
