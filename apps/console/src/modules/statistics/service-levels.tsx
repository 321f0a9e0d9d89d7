import {
  dayText,
  spanText,
  serviceLevelCalls,
  type ResponseOf,
  type ServiceLevelName,
  type ServiceLevelsOfDock,
} from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocale } from '../../platform/display.ts';
import { useFigures } from '../../platform/figures.ts';
import { call, download } from '../../platform/http.ts';
import { ExportButton } from '../../platform/list/index.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useText } from '../../platform/text.tsx';
import { measureText } from './measure-text.ts';
import type { Period } from './period.queries.ts';
import './measure-chart.css';

type Levels = ResponseOf<typeof serviceLevelCalls.serviceLevels>;
/** Looks are added every five minutes. */
const refetchInterval = 300_000;

const useSeconds = (): ((ms: number | null) => string) => {
  const figures = useFigures();
  const text = useText();
  return (ms) => figures.amount(ms === null ? null : ms / 1_000, text('unit.second'));
};

/** Each level with what it was measured by. */
function Totals({ levels }: Pick<Levels, 'levels'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  const seconds = useSeconds();
  return (
    <table>
      <tbody>
        {levels.map(({ level, count, share, mean, target, previous }) => (
          <tr key={level}>
            <th scope="row" title={text(`statistics.levelHint.${level}`)}>
              {text(`statistics.level.${level}`)}
              {target === null ? null : (
                <small className="ey-muted">
                  {' '}
                  <bdi>{text('statistics.levelTarget', { value: seconds(target) })}</bdi>
                </small>
              )}
            </th>
            <td>
              <bdi>{measureText(figures, 'share', share)}</bdi>
            </td>
            <td className="ey-muted">
              <bdi>{text('statistics.levelOf', { count: figures.amount(count) })}</bdi>
              {mean === null ? null : (
                <>
                  <br />
                  <bdi>{text('statistics.levelAverage', { value: seconds(mean) })}</bdi>
                </>
              )}
              {previous === null ? null : (
                <>
                  <br />
                  <bdi>
                    {text('statistics.levelBefore', { value: measureText(figures, 'share', previous) })}
                  </bdi>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DockRow({
  dock,
  names,
}: {
  dock: ServiceLevelsOfDock;
  names: readonly ServiceLevelName[];
}): ReactNode {
  const figures = useFigures();
  const locale = useLocale();
  return (
    <tr>
      <th scope="row">
        <bdi>{dock.dockName}</bdi>
      </th>
      <td>
        <bdi>{dayText(dock.month, 'month', locale)}</bdi>
      </td>
      {names.map((name) => (
        <td key={name}>
          <bdi>
            {measureText(figures, 'share', dock.levels.find(({ level }) => level === name)?.share ?? null)}
          </bdi>
        </td>
      ))}
    </tr>
  );
}

/** The same by dock and month. */
function ByDock({ docks, levels, more }: Pick<Levels, 'docks' | 'levels' | 'more'>): ReactNode {
  const text = useText();
  const names = levels.map(({ level }) => level);
  return (
    <details>
      <summary>{text('statistics.asTable', { measure: text('statistics.levels') })}</summary>
      <div className="ey-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{text('statistics.of.dock')}</th>
              <th scope="col">{text('statistics.levelMonth')}</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {text(`statistics.level.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {docks.map((dock) => (
              <DockRow key={`${dock.dockOID} ${dock.month}`} dock={dock} names={names} />
            ))}
          </tbody>
        </table>
      </div>
      {more ? <p>{text('statistics.levelsMore')}</p> : null}
    </details>
  );
}

/** How well the product served over a period, as it measured itself. */
export function ServiceLevels({ period }: { period: Period }): ReactNode {
  const text = useText();
  const locale = useLocale();
  const answer = useQuery({
    queryKey: ['statistics', 'levels', period],
    queryFn: ({ signal }) => call(serviceLevelCalls.serviceLevels, period, { signal }),
    refetchInterval,
  });
  const title = text('statistics.levels');
  return (
    <section className="card measure-chart" aria-labelledby="service-levels">
      <div className="measure-head ey-row ey-gap-12">
        <h3 id="service-levels">{title}</h3>
        <ExportButton
          call={serviceLevelCalls.serviceLevelExport}
          save={async (format) =>
            saveFile(
              await download(serviceLevelCalls.serviceLevelExport, { ...period, format }),
              `${title} ${period.from}.${format}`,
            )
          }
        />
      </div>
      <Loaded state={loadStateOf(answer)}>
        {() =>
          answer.data ? (
            <>
              <p>
                {answer.data.docks.length === 0
                  ? text('statistics.levelsNone')
                  : text('statistics.levelsSentence', spanText(answer.data, locale))}
              </p>
              <Totals levels={answer.data.levels} />
              <ByDock {...answer.data} />
            </>
          ) : null
        }
      </Loaded>
    </section>
  );
}
