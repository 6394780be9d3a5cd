const LOCALE = 'en-US';
const TIME_ZONE = 'UTC';
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const GROUPS = /\B(?=(\d{3})+$)/g;
const DATE_FIELDS = ['weekday', 'year', 'month', 'day'];
const TIME_FIELDS = ['hour', 'minute', 'second'];

type Options = Readonly<Record<string, unknown>>;

interface Part {
  type: string;
  value: string;
}

class Collator {
  static readonly supportedLocalesOf = listOf;

  readonly compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

  resolvedOptions(): Options {
    return { locale: LOCALE, usage: 'sort', sensitivity: 'variant', collation: 'default' };
  }
}

class NumberFormat {
  static readonly supportedLocalesOf = listOf;

  readonly #options: Options;

  constructor(_locales?: unknown, options: Options = {}) {
    this.#options = options;
  }

  readonly format = (value: number): string =>
    this.formatToParts(value)
      .map((each) => each.value)
      .join('');

  formatToParts(value: number): Part[] {
    const { style, currency, unit } = this.#options;
    const [least, most] = this.#fractions();
    const shown = Math.abs(style === 'percent' ? value * 100 : value).toFixed(most);
    const [whole = '', digits = ''] = shown.split('.');
    const fraction = digits.slice(0, least) + digits.slice(least).replace(/0+$/, '');
    const grouped = this.#options['useGrouping'] === false ? whole : whole.replace(GROUPS, ',');
    return [
      ...part('minusSign', value < 0 ? '-' : ''),
      ...part('currency', style === 'currency' ? symbolOf(String(currency)) : ''),
      ...part('integer', grouped),
      ...(fraction === '' ? [] : [...part('decimal', '.'), ...part('fraction', fraction)]),
      ...part('percentSign', style === 'percent' ? '%' : ''),
      ...part('unit', style === 'unit' ? ` ${String(unit)}` : ''),
    ];
  }

  resolvedOptions(): Options {
    const [minimumFractionDigits, maximumFractionDigits] = this.#fractions();
    const digits = { minimumFractionDigits, maximumFractionDigits };
    return {
      locale: LOCALE,
      numberingSystem: 'latn',
      style: 'decimal',
      ...this.#options,
      ...digits,
    };
  }

  #fractions(): [number, number] {
    const { style, minimumFractionDigits: least, maximumFractionDigits: most } = this.#options;
    const usual = style === 'currency' ? [2, 2] : [0, style === 'percent' ? 0 : 3];
    const low = Number(least ?? Math.min(usual[0]!, Number(most ?? usual[0])));
    return [low, Number(most ?? Math.max(low, usual[1]!))];
  }
}

class DateTimeFormat {
  static readonly supportedLocalesOf = listOf;

  readonly #options: Options;

  constructor(_locales?: unknown, options: Options = {}) {
    const has = (fields: readonly string[]) => fields.some((field) => options[field] !== undefined);
    const { dateStyle, timeStyle } = options;
    this.#options = {
      ...(dateStyle !== undefined && { year: 'numeric', month: 'short', day: 'numeric' }),
      ...(timeStyle !== undefined && { hour: 'numeric', minute: '2-digit' }),
      ...(dateStyle === undefined &&
        timeStyle === undefined &&
        !has([...DATE_FIELDS, ...TIME_FIELDS]) && {
          year: 'numeric',
          month: 'numeric',
          day: 'numeric',
        }),
      ...options,
    };
  }

  readonly format = (date?: Date | number): string =>
    this.formatToParts(date)
      .map(({ value }) => value)
      .join('');

  formatToParts(date: Date | number = Date.now()): Part[] {
    const at = new Date(date);
    if (Number.isNaN(at.getTime())) throw new RangeError('Invalid time value');
    const [dates, times] = [this.#dateParts(at), this.#timeParts(at)];
    const between = dates.length > 0 && times.length > 0 ? part('literal', ', ') : [];
    return [...dates, ...between, ...times];
  }

  resolvedOptions(): Options {
    const { timeZone = TIME_ZONE } = this.#options;
    const own = { locale: LOCALE, calendar: 'gregory', numberingSystem: 'latn', timeZone };
    return { ...this.#options, ...own };
  }

  #dateParts(at: Date): Part[] {
    const { weekday, month, day, year } = this.#options;
    const isNamed = month === 'long' || month === 'short' || month === 'narrow';
    const parts = [
      part(
        'month',
        month === undefined
          ? undefined
          : isNamed
            ? named(MONTHS, at.getUTCMonth(), month)
            : padded(month, at.getUTCMonth() + 1),
      ),
      part('day', day === undefined ? undefined : padded(day, at.getUTCDate())),
      part(
        'year',
        year === undefined
          ? undefined
          : padded(year, year === '2-digit' ? at.getUTCFullYear() % 100 : at.getUTCFullYear()),
      ),
    ].filter((found) => found.length > 0);
    const separators = isNamed ? [' ', ', '] : ['/', '/'];
    // `Mar 2026` has no comma, and `3/2026` has one slash.
    const rest = day === undefined && isNamed ? [' '] : separators;
    const joined = parts.flatMap((found, index) =>
      index === 0 ? found : [...part('literal', rest[index - 1] ?? ' '), ...found],
    );
    const days = part(
      'weekday',
      weekday === undefined ? undefined : named(DAYS, at.getUTCDay(), weekday),
    );
    return joined.length > 0 && days.length > 0
      ? [...days, ...part('literal', ', '), ...joined]
      : [...days, ...joined];
  }

  #timeParts(at: Date): Part[] {
    const { hour, minute, second, hour12, hourCycle } = this.#options;
    const isHalf = hour12 ?? !(hourCycle === 'h23' || hourCycle === 'h24');
    const hours = isHalf ? at.getUTCHours() % 12 || 12 : at.getUTCHours();
    const parts = [
      part('hour', hour === undefined ? undefined : padded(isHalf ? hour : '2-digit', hours)),
      part(
        'minute',
        minute === undefined ? undefined : padded(hour ? '2-digit' : minute, at.getUTCMinutes()),
      ),
      part(
        'second',
        second === undefined ? undefined : padded(minute ? '2-digit' : second, at.getUTCSeconds()),
      ),
    ].filter((found) => found.length > 0);
    const joined = parts.flatMap((found, index) =>
      index === 0 ? found : [...part('literal', ':'), ...found],
    );
    if (!hour || !isHalf) return joined;
    const period = at.getUTCHours() < 12 ? 'AM' : 'PM';
    return [...joined, ...part('literal', ' '), ...part('dayPeriod', period)];
  }
}

/**
 * The parts of `Intl` that Hermes has on a phone, in American English and UTC only. The Hermes that runs here was built
 * without it, and a mini-app that formats a price or a date must not fail because of that.
 */
export const basicIntl = Object.freeze({
  Collator: callable(Collator),
  DateTimeFormat: callable(DateTimeFormat),
  NumberFormat: callable(NumberFormat),
  getCanonicalLocales: listOf,
});

function part(type: string, value: string | undefined): Part[] {
  return value === undefined || value === '' ? [] : [{ type, value }];
}

function padded(style: unknown, value: number): string {
  return style === '2-digit' ? String(value).padStart(2, '0') : String(value);
}

function named(names: readonly string[], index: number, style: unknown): string {
  const name = names[index]!;
  if (style === 'long') return name;
  return style === 'narrow' ? name.slice(0, 1) : name.slice(0, 3);
}

function symbolOf(currency: string): string {
  const known: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', CNY: 'CN¥' };
  return known[currency] ?? `${currency} `;
}

function listOf(locales: string | readonly string[] = []): string[] {
  return typeof locales === 'string' ? [locales] : [...locales];
}

/** The constructors of `Intl` may be called without `new`. */
function callable<Type extends new (...args: never[]) => object>(type: Type): Type {
  return new Proxy(type, {
    apply: (target, _this, args) => Reflect.construct(target, args) as object,
  });
}
