import { classNameOf, spanText, statisticsCalls, type ClassShares } from '@eyrie/domain';
import { tokens } from '@eyrie/ui/tokens';
import { Suspense, useMemo, type ReactNode } from 'react';
import { useClassWords } from '../../parts.ts';
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
import type { Period } from './period.queries.ts';
import './measure-chart.css';

const Bars = lazyPart(() => import('./bar-chart.tsx'));
/** Bars beyond these are too thin to read; the table has them all. */
const barsMost = 12;

/** Which classes findings are of, in one sentence or two. */
const useClassSentence = ({ from, to, total, previous, classes }: ClassShares): string => {
  const text = useText();
  const figures = useFigures();
  const locale = useLocale();
  const words = useClassWords();
  const [most] = classes;
  const values = {
    ...spanText({ from, to }, locale),
    previous: measureText(figures, 'count', previous),
  };
  if (!most) return text('statistics.classNone', values);
  return text('statistics.classSentence', {
    ...values,
    total: measureText(figures, 'count', total),
    name: classNameOf(most.class, words),
    share: measureText(figures, 'share', most.share),
  });
};

function ClassTable({ shares: { classes, rest, total } }: { shares: ClassShares }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const words = useClassWords();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{text('statistics.of.class')}</th>
          <th scope="col">{text('statistics.value')}</th>
          <th scope="col">{text('statistics.share')}</th>
        </tr>
      </thead>
      <tbody>
        {classes.map(({ class: name, value, share }) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{classNameOf(name, words)}</bdi>
            </th>
            <td>
              <bdi>{measureText(figures, 'count', value)}</bdi>
            </td>
            <td>
              <bdi>{measureText(figures, 'share', share)}</bdi>
            </td>
          </tr>
        ))}
        {rest > 0 ? (
          <tr>
            <th scope="row">{text('statistics.rest')}</th>
            <td>
              <bdi>{measureText(figures, 'count', rest)}</bdi>
            </td>
            <td>
              <bdi>{measureText(figures, 'share', rest / Math.max(total ?? 0, 1))}</bdi>
            </td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

/** Findings of a period by class: a sentence, bars, and the same as a table and as files. */
export function ClassChart({ shares, period }: { shares: ClassShares; period: Period }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const mirrored = useLanguage(({ language }) => directionOf(language) === 'rtl');
  const { theme, own } = useTheme();
  const words = useClassWords();
  const title = text('statistics.classes');
  const sentence = useClassSentence(shares);
  const bars = useMemo((): BarsShown => {
    const shown = shares.classes.slice(0, barsMost);
    return {
      labels: shown.map(({ class: name }) => classNameOf(name, words)),
      values: shown.map(({ value }) => value),
      valueText: (value) => measureText(figures, 'count', value),
      mirrored,
      lying: true,
      colours: { ...tokens[theme], ...own },
    };
  }, [shares, words, figures, mirrored, theme, own]);
  return (
    <section className="card measure-chart" aria-labelledby="measure-classes">
      <div className="measure-head ey-row ey-gap-12">
        <h3 id="measure-classes">{title}</h3>
        <ExportButton
          call={statisticsCalls.classExport}
          further={pictures}
          save={async (format) => {
            const name = `${title} ${shares.from}.${format}`;
            if (format === 'png' || format === 'svg') {
              const { chartPicture } = await import('./draw-chart.ts');
              return saveFile(await chartPicture(bars, format), name);
            }
            saveFile(await download(statisticsCalls.classExport, { ...period, format }), name);
          }}
        />
      </div>
      <p>{sentence}</p>
      <Suspense fallback={<div className="measure-bars" />}>
        <Bars bars={bars} label={sentence} />
      </Suspense>
      <details>
        <summary>{text('statistics.asTable', { measure: title })}</summary>
        <ClassTable shares={shares} />
      </details>
    </section>
  );
}
