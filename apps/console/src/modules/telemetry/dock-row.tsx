import type { DockStatus } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Figure } from '@eyrie/ui';
import type { ReactNode } from 'react';
import type { Aged } from '../../platform/aged.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { useAgedFigure } from './instruments.tsx';
import './telemetry.css';

type Cell = { label: PhraseId; value: string | number | null; unit?: string; note?: string };

const gigabytes = (kilobytes: number): number => Math.round(kilobytes / 1024 / 102.4) / 10;

const useCells = (status: DockStatus | null): Cell[] => {
  const text = useText();
  const figures = useFigures();
  const word = (id: PhraseId | null): string | null => (id === null ? null : text(id));
  if (!status) return [];
  const { airConditioner, storage, network, charge } = status;
  const storageNote =
    storage.totalKB === null ? '' : `/ ${figures.amount(gigabytes(storage.totalKB), text('unit.gigabyte'))}`;
  const phase =
    airConditioner.phase && airConditioner.mode !== 'idle'
      ? text(`dock.airConditionerPhase.${airConditioner.phase}`)
      : '';
  const wait = airConditioner.waitSeconds
    ? text('monitor.airConditionerWait', { seconds: airConditioner.waitSeconds })
    : phase;
  return [
    { label: 'field.state', value: word(status.workState && `dock.workState.${status.workState}`) },
    { label: 'dock.cover', value: word(status.coverState && `dock.coverState.${status.coverState}`) },
    // Docks without push rods say nothing about them.
    ...(status.putterState === null
      ? []
      : [{ label: 'dock.putter', value: text(`dock.putterState.${status.putterState}`) } as const]),
    {
      label: 'dock.charge',
      value: word(charge.state && `dock.chargeState.${charge.state}`),
      note: charge.percent === null ? '' : figures.amount(charge.percent, '%'),
    },
    {
      label: 'dock.airConditioner',
      value: word(airConditioner.mode && `dock.airConditionerMode.${airConditioner.mode}`),
      note: wait,
    },
    { label: 'dock.rainfall', value: word(status.rainfall && `dock.rainfall.${status.rainfall}`) },
    { label: 'dock.outsideTemperature', value: status.envTemp, unit: text('unit.celsius') },
    { label: 'dock.temperature', value: status.temp, unit: text('unit.celsius') },
    {
      label: 'dock.network',
      value: network.quality === null ? null : `${figures.amount(network.quality)} / ${figures.amount(5)}`,
      note:
        network.type === null
          ? ''
          : text(network.type === '4g' ? 'monitor.network.4g' : 'monitor.network.ethernet'),
    },
    {
      label: 'monitor.storage',
      value: storage.usedKB === null ? null : gigabytes(storage.usedKB),
      unit: text('unit.gigabyte'),
      note: storageNote,
    },
    {
      label: 'monitor.clockOffset',
      value: status.clockOffset === null ? null : figures.amount(status.clockOffset / 1000, undefined, 1),
      unit: text('unit.second'),
    },
  ];
};

/** What the dock itself measures and does, in small figures. */
export function DockRow({ dock }: { dock: Aged<DockStatus> }): ReactNode {
  const text = useText();
  const shared = useAgedFigure(dock);
  const cells = useCells(dock.data);
  if (cells.length === 0) return null;
  return (
    <section className="dock-row-figures ey-flow" aria-label={text('monitor.dockRow')}>
      {cells.map(({ label, ...cell }) => (
        <Figure key={label} size="small" {...shared} age={null} {...cell} label={text(label)} />
      ))}
      {shared.age ? <p className="dock-row-age">{shared.age}</p> : null}
    </section>
  );
}
