import type { ReactNode } from 'react';
import { OverviewCard, type Overview } from '../../modules/statistics/index.ts';
import { useFigures } from '../../platform/figures.ts';
import { useLink } from '../../platform/live.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { countNow, type CountNow } from './count-now.ts';
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

/** The same for a count of this moment, or since when nobody here knows it. */
function BesideNow({ now, word }: { now: CountNow; word: string }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if ('count' in now) return beside(now.count, word);
  return `${word}: ${text('state.unknownSince', { time: figures.shortClock(serverMoment(now.unknownSince)) })}`;
}

function DeviceCards({ overview }: { overview: Overview | undefined }): ReactNode {
  const text = useText();
  const live = useLiveCounts();
  const map = useAllowed('/DeviceAll') ? '/DeviceAll' : undefined;
  const link = useLink();
  const online = countNow(link, live.docksOnline, overview?.docksOnline);
  const airborne = countNow(link, live.dronesAirborne, overview?.dronesAirborne);
  return (
    <>
      <OverviewCard
        icon="dock"
        label={text('statistics.docks')}
        value={overview?.docks ?? null}
        detail={<BesideNow now={online} word={text('statistics.docksOnline')} />}
        to={map}
        opensWindow
      />
      <OverviewCard
        icon="drone"
        label={text('statistics.drones')}
        value={overview?.drones ?? null}
        detail={<BesideNow now={airborne} word={text('statistics.dronesAirborne')} />}
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
        detail={
          today ? (
            <>
              <bdi dir="ltr">{figures.duration(today.duration)}</bdi> {text('statistics.dronesAirborne')}
            </>
          ) : null
        }
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
