import type { ReactNode } from 'react';
import { OverviewCard, type Overview } from '../../modules/statistics/index.ts';
import { useFigures } from '../../platform/figures.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { useLiveCounts } from './docks.ts';

function Count({ value }: { value: number }): ReactNode {
  return <bdi dir="ltr">{useFigures().amount(value)}</bdi>;
}

/** A count and the word for what it counts; nothing while it is not known. */
const beside = (count: number | null, word: string): ReactNode =>
  count === null ? null : (
    <>
      <Count value={count} /> {word}
    </>
  );

function DeviceCards({ overview }: { overview: Overview | undefined }): ReactNode {
  const text = useText();
  const live = useLiveCounts();
  const map = useAllowed('/DeviceAll') ? '/DeviceAll' : undefined;
  const online = live.docksOnline ?? overview?.docksOnline ?? null;
  const airborne = live.dronesAirborne ?? overview?.dronesAirborne ?? null;
  return (
    <>
      <OverviewCard
        icon="dock"
        label={text('statistics.docks')}
        value={overview?.docks ?? null}
        detail={beside(online, text('statistics.docksOnline'))}
        to={map}
        opensWindow
      />
      <OverviewCard
        icon="drone"
        label={text('statistics.drones')}
        value={overview?.drones ?? null}
        detail={beside(airborne, text('statistics.dronesAirborne'))}
        to={map}
        opensWindow
      />
    </>
  );
}

function FlightCards({ overview }: { overview: Overview | undefined }): ReactNode {
  const text = useText();
  const routes = useAllowed('/RoutePlanning') ? '/RoutePlanning' : undefined;
  const tasks = useAllowed('/TaskManagerNew') ? '/TaskManagerNew' : undefined;
  const today = overview?.today;
  const figures = useFigures();
  const length = figures.reading.length(today?.distance);
  const now = today ? (
    <>
      {beside(today.flying, text('statistics.flying'))}
      {text('monitor.listComma')}
      {beside(today.waiting, text('statistics.waiting'))}
    </>
  ) : null;
  return (
    <>
      <OverviewCard
        icon="calendar"
        label={text('statistics.flights')}
        value={today?.flights ?? null}
        detail={now}
        to={tasks}
      />
      <OverviewCard
        icon="route"
        label={text('statistics.routes')}
        value={overview?.routes ?? null}
        to={routes}
      />
      <OverviewCard
        icon="map"
        label={text('statistics.distance')}
        value={length.value}
        unit={length.unit}
        detail={today ? <bdi dir="ltr">{figures.duration(today.duration)}</bdi> : null}
        to={tasks}
      />
      <OverviewCard
        icon="video"
        label={text('statistics.media')}
        value={today?.media ?? null}
        unit={text('statistics.mediaUnit')}
        to={tasks}
      />
    </>
  );
}

/** The figures of the day, each opening the list behind it. */
export function OverviewCards({ overview }: { overview: Overview | undefined }): ReactNode {
  return (
    <div className="overview">
      <DeviceCards overview={overview} />
      <FlightCards overview={overview} />
    </div>
  );
}
