import { useId, useRef } from 'react';

import { formatCount } from '../text/formatNumber.ts';
import { formatUtcDay } from '../text/formatTime.ts';
import styles from './DayChart.module.css';
import { niceTop } from './niceTop.ts';
import { useWidth } from './useWidth.ts';

/** What was counted, day by day. */
export interface Series {
  name: string;
  values: readonly number[];
}

interface DayChartProps {
  title: string;
  /** `2026-03-01`, as many as each series has values. */
  days: readonly string[];
  /** At most four; stacked in this order. */
  series: readonly Series[];
}

const HEIGHT = 180;
const LEFT = 44;
const BOTTOM = 22;
const TOP = 8;
const MAX_BAR = 36;
/** How much room a day below the axis takes. */
const LABEL_WIDTH = 64;
/** Half of the widest day: the last one stays inside. */
const HALF_LABEL = 20;

/** Bars by day, with the same numbers as a table behind them. */
export function DayChart({ title, days, series }: DayChartProps) {
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure);
  const totals = days.map((_, day) =>
    series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0),
  );
  const top = niceTop(Math.max(0, ...totals));
  const plotHeight = HEIGHT - BOTTOM - TOP;
  const step = (width - LEFT) / Math.max(days.length, 1);
  const heightOf = (value: number) => (value / top) * plotHeight;
  const bar = Math.min(step * 0.7, MAX_BAR);
  const labelled = Math.ceil(LABEL_WIDTH / step);
  const all = totals.reduce((sum, value) => sum + value, 0);
  return (
    <figure className={styles.figure} ref={figure}>
      <figcaption className={styles.caption}>
        <span>{title}</span>
        {series.length > 1 && (
          <ul className={styles.legend}>
            {series.map(({ name }, index) => (
              <li key={name}>
                <span className={`${styles.swatch} ${styles[`series${index + 1}`]}`} />
                {name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`${title}: ${formatCount(all)} in ${days.length} days. The table below has every day.`}
      >
        {[0, 0.5, 1].map((part) => {
          const y = HEIGHT - BOTTOM - part * plotHeight;
          const value = top * part;
          return (
            <g key={part}>
              <line className={styles.grid} x1={LEFT} x2={width} y1={y} y2={y} />
              {Number.isInteger(value) && (
                <text className={styles.label} x={LEFT - 8} y={y + 4} textAnchor="end">
                  {formatCount(value)}
                </text>
              )}
            </g>
          );
        })}
        {days.map((day, index) => {
          let base = HEIGHT - BOTTOM;
          const x = LEFT + index * step;
          return (
            <g key={day}>
              <title>{`${formatUtcDay(day)}: ${series
                .map(({ name, values }) => `${formatCount(values[index] ?? 0)} ${name}`)
                .join(', ')}`}</title>
              <rect className={styles.hover} x={x} y={TOP} width={step} height={plotHeight} />
              {series.map(({ name, values }, number) => {
                const height = heightOf(values[index] ?? 0);
                base -= height;
                return (
                  <rect
                    key={name}
                    className={`${styles.bar} ${styles[`series${number + 1}`]}`}
                    x={x + (step - bar) / 2}
                    y={base}
                    width={bar}
                    height={height}
                    rx={Math.min(2, height / 2)}
                  />
                );
              })}
              {index % labelled === 0 && (
                <text
                  className={styles.label}
                  x={Math.min(x + step / 2, width - HALF_LABEL)}
                  y={HEIGHT - 6}
                  textAnchor="middle"
                >
                  {formatUtcDay(day)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <details className={styles.details}>
        <summary id={`${id}-summary`}>As a table</summary>
        <div className={styles.scroll} tabIndex={0} role="group" aria-labelledby={`${id}-summary`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Day (UTC)</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day, index) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  {series.map(({ name, values }) => (
                    <td key={name}>{formatCount(values[index] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
