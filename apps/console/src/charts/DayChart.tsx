import { useId, useRef } from 'react';

import { formatCount } from '../text/formatNumber.ts';
import { formatUtcDay } from '../text/formatTime.ts';
import styles from './DayChart.module.css';
import { type ChartNumbers, describeChart, largestOf } from './describeChart.ts';
import { niceTop } from './niceTop.ts';
import { useWidth } from './useWidth.ts';

interface DayChartProps extends ChartNumbers {
  title: string;
  /** `2026-03-01`, as many as each series has values. */
  days: readonly string[];
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

/**
 * Bars by day, with the same numbers as a table behind them. Of at most four series, those that add up stand on each other; those
 * that do not stand next to each other.
 */
export function DayChart({ title, days, ...numbers }: DayChartProps) {
  const { series, seriesAddUp, format = formatCount } = numbers;
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure);
  const top = niceTop(largestOf(days.length, numbers));
  const plotHeight = HEIGHT - BOTTOM - TOP;
  const step = (width - LEFT) / Math.max(days.length, 1);
  const heightOf = (value: number) => (value / top) * plotHeight;
  const barsOfDay = Math.min(step * 0.7, MAX_BAR);
  const bar = seriesAddUp ? barsOfDay : barsOfDay / Math.max(series.length, 1);
  const labelled = Math.ceil(LABEL_WIDTH / step);
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
        aria-label={describeChart(title, days.length, numbers)}
      >
        {[0, 0.5, 1].map((part) => {
          const y = HEIGHT - BOTTOM - part * plotHeight;
          const value = top * part;
          return (
            <g key={part}>
              <line className={styles.grid} x1={LEFT} x2={width} y1={y} y2={y} />
              {Number.isInteger(value) && (
                <text className={styles.label} x={LEFT - 8} y={y + 4} textAnchor="end">
                  {format(value)}
                </text>
              )}
            </g>
          );
        })}
        {days.map((day, index) => {
          let below = 0;
          const x = LEFT + index * step;
          return (
            <g key={day}>
              <title>{`${formatUtcDay(day)}: ${series
                .map(({ name, values }) => `${format(values[index] ?? 0)} ${name}`)
                .join(', ')}`}</title>
              <rect className={styles.hover} x={x} y={TOP} width={step} height={plotHeight} />
              {series.map(({ name, values }, number) => {
                const height = heightOf(values[index] ?? 0);
                const y = HEIGHT - BOTTOM - height - (seriesAddUp ? below : 0);
                below += height;
                const offset = seriesAddUp ? 0 : number * bar;
                return (
                  <rect
                    key={name}
                    className={`${styles.bar} ${styles[`series${number + 1}`]}`}
                    x={x + (step - barsOfDay) / 2 + offset}
                    y={y}
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
                    <td key={name}>{format(values[index] ?? 0)}</td>
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
