import type { LastPlace } from '@eyrie/domain';
import { Figure, StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { lastKnownDrone, useTelemetry } from '../../platform/telemetry.ts';
import { useText } from '../../platform/text.tsx';
import { droneNowOf } from './drone-style.ts';
import './drone.css';

function LastPlaceFact({ last }: { last: Pick<LastPlace, 'ageMs' | 'lng' | 'lat'> }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <section className="drone-facts" aria-label={text('drone.list')}>
      <p className="drone-facts-state ey-flow ey-hint">
        <StateSymbol state="offline" word={text('state.offline')} />
        <span>{text('drone.lastKnown', { age: figures.age(last.ageMs) })}</span>
      </p>
      <bdi dir="ltr">
        {last.lng.toFixed(6)}, {last.lat.toFixed(6)}
      </bdi>
    </section>
  );
}

/** The aircraft of a dock in a few live figures; nothing while it was never heard of. */
export function DroneFacts({
  droneOID,
  last,
}: {
  droneOID: string | null;
  /** Where the server last knew it, for one that this page has not heard of. */
  last?: Pick<LastPlace, 'online' | 'ageMs' | 'lng' | 'lat'> | undefined;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const at = useNow();
  const latest = useTelemetry('droneTelemetry', droneOID);
  if (!latest || (!latest.data.online && latest.data.lng === null && !lastKnownDrone(latest.objectID)))
    return last && !last.online ? <LastPlaceFact last={last} /> : null;
  const { data } = latest;
  const drone = droneNowOf(latest, Math.max(at, latest.receivedAt));
  const old = drone === null || drone.marker !== 'live';
  const shared = { size: 'small', stale: old } as const;
  return (
    <section className="drone-facts" aria-label={text('drone.list')}>
      <p className="drone-facts-state ey-flow ey-hint">
        <StateSymbol
          state={drone?.airborne ? drone.state : old ? 'offline' : 'live'}
          word={text(data.mode ? `drone.mode.${data.mode}` : 'state.unknown')}
        />
        <span>
          {drone?.marker === 'lastKnown'
            ? text('drone.lastKnown', { age: figures.age(drone.ageMs) })
            : figures.age(drone?.ageMs ?? null)}
        </span>
      </p>
      <div className="drone-figures ey-grid ey-gap-8">
        <Figure
          {...shared}
          label={text('drone.height')}
          {...figures.reading.height(data.online ? data.elevation : null)}
        />
        <Figure
          {...shared}
          label={text('drone.speed')}
          {...figures.reading.speed(data.online ? data.speedH : null)}
        />
        <Figure {...shared} label={text('dock.battery')} value={data.online ? data.percent : null} unit="%" />
      </div>
    </section>
  );
}
