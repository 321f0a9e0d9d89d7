import { upkeepRules, type CallDeclaration, type DeviceEventRow } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useFigures, type Figures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useText, type TextOf } from '../../platform/text.tsx';

/** By how much a correction changed flights, seconds and metres, as it is stored. */
const changesOf = (text: TextOf, figures: Figures, stored: string | null): string => {
  const [flights = 0, seconds = 0, metres = 0] = (stored ?? '').split(' ').map(Number);
  const signed = (value: number, shown: string): string => `${value < 0 ? '−' : '+'}${shown}`;
  return [
    ...(flights
      ? [`${text('device.flights')} ${signed(flights, figures.amount(Math.abs(flights), undefined, 0))}`]
      : []),
    ...(seconds
      ? [`${text('device.flightTime')} ${signed(seconds, figures.duration(Math.abs(seconds)))}`]
      : []),
    ...(metres ? [`${text('device.distance')} ${signed(metres, figures.length(Math.abs(metres)))}`] : []),
  ].join(text('monitor.listComma'));
};

const sentence = (
  text: TextOf,
  figures: Figures,
  { event, from, to, by, remark }: DeviceEventRow,
): string => {
  const states = { none: true, awaiting: true, under: true } as const;
  if (event === 'maintenance') {
    if (by === null) return text('device.event.released');
    const state =
      to !== null && to in states ? text(`device.maintenance.${to as keyof typeof states}`) : (to ?? '–');
    return text('device.event.maintenance', { state, by: by ?? '–', remark: remark || '–' });
  }
  if (event === 'due') {
    const rule = upkeepRules.find((one) => one === to);
    return text('device.event.due', {
      from: from ?? '–',
      rule: rule ? text(`maintenanceProgramme.${rule}`) : (to ?? '–'),
      used: remark ?? '–',
    });
  }
  if (event === 'correction')
    return text('device.event.correction', {
      by: by ?? '–',
      changes: changesOf(text, figures, to),
      remark: remark ?? '–',
    });
  return text(`device.event.${event}`, { from: from ?? '–', to: to ?? '–' });
};

function Events({ word, events, oid }: { word: string; events: CallDeclaration; oid: string }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const answer = useQuery({
    queryKey: [word, 'events', oid],
    queryFn: ({ signal }) =>
      call(events, { oid } as object, { signal }) as Promise<{ list: DeviceEventRow[] }>,
  });
  return (
    <Loaded state={loadStateOf(answer)}>
      {() =>
        answer.data?.list.length ? (
          <ol className="list-history ey-grid ey-gap-8">
            {answer.data.list.map((row) => (
              <li key={`${row.at} ${row.event} ${row.to} ${row.from}`}>
                <bdi>{figures.time(row.at)}</bdi>
                <span>{sentence(text, figures, row)}</span>
                {row.parts.length > 0 ? (
                  <span>
                    {text('device.event.parts', {
                      parts: row.parts
                        .map(({ name, number, quantity }) =>
                          text('device.part', { name, number: number || '–', quantity }),
                        )
                        .join(text('monitor.listComma')),
                    })}
                  </span>
                ) : null}
              </li>
            ))}
          </ol>
        ) : (
          <p className="list-hint">{text('device.noEvents')}</p>
        )
      }
    </Loaded>
  );
}

/** Where a device was, what was changed on it, and how it was maintained; asked for when it is opened. */
export function DeviceEvents(props: { word: string; events: CallDeclaration; oid: string }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="list-history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('device.events')}</summary>
      {open ? <Events {...props} /> : null}
    </details>
  );
}
