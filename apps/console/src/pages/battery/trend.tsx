import { batteryCalls, type BatteryRecord, type BatteryTrend } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { pointsOf, TrendChart } from '../../modules/device/index.ts';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { serverTime } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';

const spans = [7, 30, 90, 400];

/** The same figures for those who read rather than look. */
function TrendTable({ list }: { list: BatteryTrend['list'] }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('battery.trendTable')}</summary>
      {open ? (
        <table className="device-table">
          <thead>
            <tr>
              <th scope="col">{text('field.time')}</th>
              <th scope="col">{text('field.cycles')}</th>
              <th scope="col">{text('battery.spread')}</th>
              <th scope="col">{text('field.temperature')}</th>
            </tr>
          </thead>
          <tbody>
            {list.map(({ at, cycles, spread, temperature }) => (
              <tr key={at}>
                <td>{figures.time(at)}</td>
                <td>{figures.amount(cycles, undefined, 0)}</td>
                <td>{figures.amount(spread, 'V', 3)}</td>
                <td>{figures.amount(temperature, text('unit.celsius'), 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </details>
  );
}

function Lines({ trend: { from, list } }: { trend: BatteryTrend }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [until] = useState(() => serverTime() ?? Date.now());
  if (list.length === 0) return <p className="list-hint">{text('battery.trendNone')}</p>;
  const lines = [
    {
      name: text('field.cycles'),
      points: pointsOf(list, ({ cycles }) => cycles),
      format: (value: number) => figures.amount(value, undefined, 0),
    },
    {
      name: text('battery.spread'),
      points: pointsOf(list, ({ spread }) => spread),
      format: (value: number) => figures.amount(value, 'V', 3),
    },
    {
      name: text('field.temperature'),
      points: pointsOf(list, ({ temperature }) => temperature),
      format: (value: number) => figures.amount(value, text('unit.celsius'), 0),
    },
  ];
  return (
    <>
      {lines.map((line) => (
        <TrendChart key={line.name} {...line} {...{ from, until }} />
      ))}
      <p className="list-hint">{text('battery.spreadHint')}</p>
      <TrendTable list={list} />
    </>
  );
}

function Trend({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const [days, setDays] = useState(90);
  const answer = useQuery({
    queryKey: ['battery', 'trend', oid, days],
    queryFn: ({ signal }) => call(batteryCalls.trend, { oid, days }, { signal }),
  });
  return (
    <>
      <Select<number>
        aria-label={text('battery.trend')}
        value={days}
        options={spans.map((span) => ({ value: span, label: text('battery.trendDays', { days: span }) }))}
        onChange={setDays}
      />
      <Loaded state={loadStateOf(answer)}>
        {() => (answer.data ? <Lines key={days} trend={answer.data} /> : null)}
      </Loaded>
    </>
  );
}

/** How a battery aged; asked for when it is opened. */
export function BatteryTrendPart({ battery }: { battery: BatteryRecord }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="list-history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('battery.trend')}</summary>
      {open ? <Trend oid={battery.oid} /> : null}
    </details>
  );
}
