import { Figure, StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { useTelemetry } from '../../platform/telemetry.ts';
import { useText } from '../../platform/text.tsx';
import { droneNowOf } from './drone-style.ts';
import './drone.css';

/** The aircraft of a dock in a few live figures; nothing while it was never heard of. */
export function DroneFacts({ droneOID }: { droneOID: string | null }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const at = useNow();
  const latest = useTelemetry('droneTelemetry', droneOID);
  if (!latest) return null;
  const { data } = latest;
  const drone = droneNowOf(latest, Math.max(at, latest.receivedAt));
  const old = drone === null || drone.marker !== 'live';
  const shared = { size: 'small', stale: old } as const;
  return (
    <section className="drone-facts" aria-label={text('drone.list')}>
      <p className="drone-facts-state">
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
      <div className="drone-figures">
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
