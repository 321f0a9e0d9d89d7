import { dayText, flightKinds, statisticsCalls, type AdditiveName, type MeasureSeries } from '@eyrie/domain';
import { tokens } from '@eyrie/ui/tokens';
import { Suspense, useMemo, type ReactNode } from 'react';
import { useLocale } from '../../platform/display.ts';
import { useFigures } from '../../platform/figures.ts';
import { download } from '../../platform/http.ts';
import { directionOf, useLanguage } from '../../platform/language.ts';
import { ExportButton } from '../../platform/list/index.ts';
import { lazyPart } from '../../platform/loading.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useText } from '../../platform/text.tsx';
import { useTheme } from '../../platform/theme.ts';
import type { BarsShown } from './draw-chart.ts';
import { measureText } from './measure-text.ts';
import { pictures } from './pictures.ts';
import { useSentence } from './sentence.ts';
import './measure-chart.css';

/** For programs and maps. */
const further = [
  ...pictures,
  { format: 'parquet', label: 'statistics.exportParquet' },
  { format: 'geojson', label: 'statistics.exportGeojson' },
] as const;

const Bars = lazyPart(() => import('./bar-chart.tsx'));

/** Parts that stand in sight below a chart; the table has all of them. */
const inSight = 8;

export interface MeasureChartProps {
  series: MeasureSeries & { measure: AdditiveName };
  /** What was asked, for the table that is exported. */
  period: { from: string; days: number; groupOID?: string };
}

interface Line {
  key: string;
  name: string;
  value: number | null;
}

function Table({
  head,
  lines,
  print,
}: {
  head: string;
  lines: readonly Line[];
  print: (value: number | null) => string;
}) {
  const text = useText();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{text('statistics.value')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, value }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>
              <bdi>{print(value)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface BreakdownProps {
  series: MeasureSeries;
  /** Rows with a name; what is beyond them is one more. */
  most: number;
  print: (value: number | null) => string;
}

/** Whose flights, findings or orders they are, the largest first. */
function Breakdown({ series: { by, named, rest }, most, print }: BreakdownProps): ReactNode {
  const text = useText();
  const nameOf = (oid: string, name: string): string => {
    const kind = by === 'kind' ? flightKinds.find((one) => one === oid) : undefined;
    return kind ? text(`statistics.kind.${kind}`) : name;
  };
  const others = named.slice(most).reduce((sum, { value }) => sum + value, rest);
  return (
    <Table
      head={text(`statistics.of.${by}`)}
      lines={[
        ...named.slice(0, most).map(({ oid, name, value }) => ({ key: oid, name: nameOf(oid, name), value })),
        ...(others > 0 ? [{ key: 'rest', name: text('statistics.rest'), value: others }] : []),
      ]}
      print={print}
    />
  );
}

/** A measure over a period: a sentence, bars, what it is made of, and the same as a table and as files. */
export function MeasureChart({ series, period }: MeasureChartProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const locale = useLocale();
  const mirrored = useLanguage(({ language }) => directionOf(language) === 'rtl');
  const { theme, own } = useTheme();
  const { measure, unit, step, points, parts, named } = series;
  const title = text(`statistics.measure.${measure}`);
  const sentence = useSentence(series);
  const bars = useMemo(
    (): BarsShown => ({
      labels: points.map(({ day }) => dayText(day, step, locale)),
      values: points.map(({ value }) => value),
      valueText: (value) => measureText(figures, unit, value),
      mirrored,
      colours: { ...tokens[theme], ...own },
    }),
    [points, step, locale, figures, unit, mirrored, theme, own],
  );
  // One department alone says nothing; what somebody chose is answered.
  const inView = named.length > 1 || series.by !== 'department';
  const print = (value: number | null): string => measureText(figures, unit, value);
  const id = `measure-${measure}`;
  return (
    <section className="card measure-chart" aria-labelledby={id}>
      <div className="measure-head ey-row ey-gap-12">
        <h3 id={id}>{title}</h3>
        <ExportButton
          call={statisticsCalls.export}
          further={further}
          save={async (format) => {
            if (format === 'png' || format === 'svg') {
              const { chartPicture } = await import('./draw-chart.ts');
              return saveFile(await chartPicture(bars, format), `${title} ${series.from}.${format}`);
            }
            // Only docks stand somewhere on a map.
            const of = format === 'geojson' ? 'dock' : 'day';
            const asked = { ...period, measure, of, format } as const;
            saveFile(await download(statisticsCalls.export, asked), `${title} ${series.from}.${format}`);
          }}
        />
      </div>
      <p>{sentence}</p>
      <Suspense fallback={<div className="measure-bars" />}>
        <Bars bars={bars} label={sentence} />
      </Suspense>
      {parts.length > 0 ? (
        <Table
          head={text('statistics.made')}
          lines={parts.map(({ part, value }) => ({
            key: part,
            name: text(`statistics.part.${part as 'done'}`),
            value,
          }))}
          print={print}
        />
      ) : null}
      {inView ? <Breakdown series={series} most={inSight} print={print} /> : null}
      <details>
        <summary>{text('statistics.asTable', { measure: title })}</summary>
        {inView && named.length <= inSight ? null : (
          <Breakdown series={series} most={named.length} print={print} />
        )}
        <Table
          head={text(step === 'day' ? 'statistics.of.day' : 'statistics.month')}
          lines={points.map(({ day, value }) => ({ key: day, name: dayText(day, step, locale), value }))}
          print={print}
        />
      </details>
    </section>
  );
}
