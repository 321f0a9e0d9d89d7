import { flightCalls, type FlightRecord } from '@eyrie/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

function OtherFlight({ label, oid }: { label: string; oid: string }): ReactNode {
  const text = useText();
  return (
    <p>
      {label}{' '}
      <Link to={`/TaskManagerNew?tab=flights&open=${encodeURIComponent(oid)}`}>
        {text('flight.otherFlight')}
      </Link>
    </p>
  );
}

/** Where a flight left its route, what flies its rest, and what it continues itself; nothing where none of it is so. */
export function BrokenOff({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const navigate = useNavigate();
  const { breakPoint, continuesOID, continuedByOID, allowed, oid } = flight;
  if (breakPoint === null && continuesOID === null) return null;
  return (
    <section>
      <h2>{text('flight.brokenOff')}</h2>
      {continuesOID ? <OtherFlight label={text('flight.continues')} oid={continuesOID} /> : null}
      {breakPoint ? (
        <p>
          {text('flight.brokenAt', {
            waypoint: breakPoint.place + 1,
            count: flight.waypointCount,
            progress: figures.amount(breakPoint.progress * 100, text('unit.percent'), 0),
          })}
        </p>
      ) : null}
      {continuedByOID ? <OtherFlight label={text('flight.continuedBy')} oid={continuedByOID} /> : null}
      {allowed.includes('continue') ? (
        <Allowed call={flightCalls.add}>
          <Button onClick={() => void navigate(`/FlyArrange?continue=${encodeURIComponent(oid)}`)}>
            {text('flight.continue')}
          </Button>
        </Allowed>
      ) : null}
    </section>
  );
}
