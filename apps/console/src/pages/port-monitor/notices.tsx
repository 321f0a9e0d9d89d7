import type { FlightRecord } from '@eyrie/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FlightOutcomeMark } from '../../modules/flight/index.ts';
import { RestartBanner, type Live } from '../../modules/telemetry/index.ts';
import { isOld } from '../../platform/aged.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { useAlarmSound } from '../../platform/alarm-sound.ts';

/** The aircraft flies and cannot be heard: what it will do by itself, as it was told before take-off. */
function LinkLost({ live, flight }: { live: Live; flight: FlightRecord | null }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const lost = live.airborne && isOld(live.drone.level) && live.drone.level !== 'stale';
  useAlarmSound(lost);
  if (!lost) return null;
  return (
    <p className="monitor-lost ey-row ey-flow ey-gap-12 ey-panel" role="alert">
      {flight
        ? text('monitor.linkLost', {
            age: figures.age(live.drone.ageMs),
            action: text(`flight.lostAction.${flight.lostAction}`),
          })
        : text('monitor.linkLostUnknown', { age: figures.age(live.drone.ageMs) })}
    </p>
  );
}

/** The flight of the page has ended: how, its record, and the next one where another waits. */
export function Ended({
  flight,
  onNext,
}: {
  flight: FlightRecord;
  /** Set while another flight waits after the one shown has ended. */
  onNext: (() => void) | null;
}): ReactNode {
  const text = useText();
  const reason = flight.outcomeMessage;
  return (
    <div className="monitor-ended ey-row ey-flow ey-gap-12 ey-panel" role="status">
      <strong>{text('refusal.flightOver')}</strong>
      <FlightOutcomeMark flight={flight} />
      {reason ? <span>{reason}</span> : null}
      <Link to={`/TaskManagerNew?tab=flights&open=${encodeURIComponent(flight.oid)}`}>
        {text('monitor.record')}
      </Link>
      {onNext ? <Button onClick={onNext}>{text('monitor.showNext')}</Button> : null}
    </div>
  );
}

export interface NoticesProps {
  live: Live;
  flight: FlightRecord | null;
  children?: ReactNode;
}

/** What has to be read before anything else on the page. */
export function Notices({ live, flight, children }: NoticesProps): ReactNode {
  return (
    <div className="monitor-notices ey-grid ey-gap-6">
      <RestartBanner restart={live.presence?.restart ?? null} />
      <LinkLost live={live} flight={flight} />
      {children}
    </div>
  );
}
