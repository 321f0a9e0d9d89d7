import { dayIn, droneCalls, type DroneRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { useState, type ReactNode } from 'react';
import { deviceList, Firmware, vendorColumn } from '../../modules/device/index.ts';
import { useOrganisationZone } from '../../platform/display.ts';
import { useFigures } from '../../platform/figures.ts';
import { ListView } from '../../platform/list/index.ts';
import { serverTime } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { Reach } from './reach.tsx';
import { Reconcile } from './reconcile.tsx';

/** A day in the zone of the organisation; one that is over by now is said so where that matters. */
function Day({ at, ends }: { at: number | null; ends?: true }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const zone = useOrganisationZone();
  const [now] = useState(() => serverTime() ?? Date.now());
  if (at === null) return figures.amount(null);
  const day = <bdi dir="ltr">{dayIn(zone, at)}</bdi>;
  if (!ends || at > now) return day;
  return (
    <>
      <StateSymbol state="attention" word={text('device.insuranceOver')} /> {day}
    </>
  );
}

const drones = deviceList<DroneRecord>({
  word: 'drone',
  page: 'permission./UAVAdmin',
  icon: 'drone',
  calls: droneCalls,
  columns: ({ text, figures }) => [
    {
      title: text('device.dock'),
      width: 150,
      ellipsis: true,
      render: (_, { dockName }) => <bdi>{dockName ?? figures.amount(null)}</bdi>,
    },
    {
      title: text('device.flights'),
      fold: 8,
      width: 90,
      align: 'end',
      render: (_, { flights }) => figures.amount(flights, undefined, 0),
    },
    {
      title: text('device.flightTime'),
      fold: 8,
      width: 120,
      align: 'end',
      render: (_, { flightTime }) => figures.duration(flightTime),
    },
    {
      title: text('device.distance'),
      fold: 8,
      width: 110,
      align: 'end',
      render: (_, { distance }) => figures.length(distance),
    },
    vendorColumn({ text }),
    {
      title: text('device.firmware'),
      fold: 2,
      width: 150,
      ellipsis: true,
      render: (_, drone) => <Firmware device={drone} />,
    },
    {
      title: text('device.insuranceUntil'),
      fold: 1,
      width: 180,
      render: (_, { insuranceUntil }) => <Day at={insuranceUntil} ends />,
    },
  ],
  reported: ({ flights, flightTime, distance, latestFirmware }, { text, figures }) => [
    [
      text('device.firmwareLatest'),
      <bdi key="latest" dir="ltr">
        {latestFirmware ?? figures.amount(null)}
      </bdi>,
    ],
    [text('device.flights'), figures.amount(flights, undefined, 0)],
    [text('device.flightTime'), figures.duration(flightTime)],
    [text('device.distance'), figures.length(distance)],
  ],
  online: (drone) => <Reach drone={drone} />,
  more: (drone) => <Reconcile drone={drone} />,
  known: (drone, { text, figures }) => [
    [
      text('device.insuranceCompany'),
      <bdi key="company">{drone.insuranceCompany ?? figures.amount(null)}</bdi>,
    ],
    [
      text('device.policyNumber'),
      <bdi key="policy" dir="ltr">
        {drone.policyNumber ?? figures.amount(null)}
      </bdi>,
    ],
    [text('device.insuranceUntil'), <Day key="until" at={drone.insuranceUntil} ends />],
    [text('device.purchasedAt'), <Day key="purchased" at={drone.purchasedAt} />],
  ],
});

/** Aircraft of the organisation: what they are, who insures them, and how much they flew. */
export default function DronePage(): ReactNode {
  return <ListView room={drones} />;
}
