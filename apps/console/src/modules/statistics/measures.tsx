import { dayLater, flightDrillings, type Drilling } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { ClassChart } from './class-chart.tsx';
import { MeasureChart } from './measure-chart.tsx';
import { comparedText, measureText } from './measure-text.ts';
import { OrderAges } from './order-ages.tsx';
import { OverviewCard } from './overview-card.tsx';
import { ServiceLevels } from './service-levels.tsx';
import { useClassShares, useMeasureSeries, usePeriodOverview, type Period } from './period.queries.ts';

const lengths = [7, 30, 90, 365, 3_650] as const;
type Length = (typeof lengths)[number];

/** Totals of a period with what they were before. */
function Totals({ period }: { period: Period }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const answer = usePeriodOverview(period);
  return (
    <Loaded state={loadStateOf(answer)}>
      {() => (
        <>
          {answer.data && answer.data.pending + answer.data.recounting > 0 ? (
            <output>
              {text('statistics.pending', { count: answer.data.pending + answer.data.recounting })}
            </output>
          ) : null}
          <div className="overview">
            {answer.data?.measures.map(({ measure, unit, adds, total, previous }) => {
              const change = comparedText(figures, { unit, total, previous }, text('statistics.points'));
              return (
                <OverviewCard
                  key={measure}
                  icon="chart"
                  label={text(`statistics.measure.${measure}`)}
                  value={measureText(figures, unit, total)}
                  detail={
                    <>
                      <bdi>
                        {text('statistics.before', { value: measureText(figures, unit, previous) })}
                        {change === null ? null : (
                          <>
                            {' '}
                            <span className="overview-change">({change})</span>
                          </>
                        )}
                      </bdi>
                      {adds ? null : (
                        <>
                          <br />
                          {text('statistics.noSum')}
                        </>
                      )}
                    </>
                  }
                />
              );
            })}
          </div>
        </>
      )}
    </Loaded>
  );
}

interface MeasuresProps {
  /** In the organisation's zone. */
  today: string;
  /** Draws the choice of a department; null: all that one sees. */
  renderDepartment: (chosen: string | null, onChange: (oid: string | null) => void) => ReactNode;
}

/** Every measure over a period that is chosen, of a department that is chosen. */
export function Measures({ today, renderDepartment }: MeasuresProps): ReactNode {
  const text = useText();
  const [days, setDays] = useState<Length>(30);
  const [groupOID, setGroup] = useState<string | null>(null);
  const period = { from: dayLater(today, 1 - days), days, ...(groupOID ? { groupOID } : {}) };
  const [by, setBy] = useState<Drilling>('department');
  const series = useMeasureSeries(period, by);
  const shares = useClassShares(period);
  return (
    <section aria-labelledby="statistics-measures" className="statistics">
      <div className="measures-head ey-row ey-flow">
        <h2 id="statistics-measures">{text('statistics.period')}</h2>
        <Select
          aria-label={text('statistics.period')}
          value={days}
          onChange={setDays}
          options={lengths.map((length) => ({ value: length, label: text(`statistics.days.${length}`) }))}
          style={{ inlineSize: 180 }}
        />
        {renderDepartment(groupOID, setGroup)}
        <Select<Drilling>
          aria-label={text('statistics.by')}
          value={by}
          onChange={setBy}
          options={flightDrillings.map((one) => ({ value: one, label: text(`statistics.of.${one}`) }))}
          style={{ inlineSize: 160 }}
        />
      </div>
      <Totals period={period} />
      <div className="measures">
        {series.map(({ measure, answer }) => (
          <Loaded key={measure} state={loadStateOf(answer)}>
            {() => (answer.data ? <MeasureChart series={answer.data} period={period} /> : null)}
          </Loaded>
        ))}
        <Loaded state={loadStateOf(shares)}>
          {() => (shares.data ? <ClassChart shares={shares.data} period={period} /> : null)}
        </Loaded>
        <OrderAges {...(groupOID ? { groupOID } : {})} />
        <ServiceLevels period={period} />
      </div>
    </section>
  );
}
