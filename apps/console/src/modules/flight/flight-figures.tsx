import type { FlightRecord } from '@eyrie/domain';
import { Figure } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { serverTime } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { waypointNumber } from './flight-style.ts';
import './flight.css';
import { flownSeconds } from './flown-seconds.ts';

/** Who arranged it for whom, with what, and what its pictures are searched for. */
function ArrangedFigures({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <>
      <Figure size="small" label={text('flight.assignor')} value={flight.assignor} />
      <Figure
        size="small"
        label={text('flight.assignee')}
        value={flight.assignee}
        note={
          flight.acknowledgement === 'none'
            ? undefined
            : text(`flight.acknowledgement.${flight.acknowledgement}`)
        }
      />
      <Figure
        size="small"
        label={text('flight.assignment')}
        value={text(`flight.assignment.${flight.assignment}`)}
      />
      <Figure
        size="small"
        label={text('flight.protocol')}
        value={text(`flight.protocol.${flight.protocol}`)}
      />
      {flight.aiTypes.length > 0 ? (
        <Figure
          size="small"
          label={text('flight.aiTypes')}
          value={flight.aiTypes.map(({ name }) => name).join(text('monitor.listComma'))}
          note={flight.aiRange === null ? undefined : text('arrange.within', { metres: flight.aiRange })}
        />
      ) : null}
      {flight.workOrderType ? (
        <Figure size="small" label={text('flight.workOrderType')} value={flight.workOrderType.name} />
      ) : null}
      {flight.gimbalName ? (
        <Figure size="small" label={text('flight.gimbal')} value={flight.gimbalName} />
      ) : null}
      {flight.controllerName ? (
        <Figure size="small" label={text('flight.controller')} value={flight.controllerName} />
      ) : null}
      {flight.acknowledgedAt === null ? null : (
        <Figure
          size="small"
          label={text('flight.acknowledgedAt')}
          value={figures.time(flight.acknowledgedAt)}
        />
      )}
      {flight.plannedAt === null ? null : (
        <Figure size="small" label={text('flight.plannedAt')} value={figures.time(flight.plannedAt)} />
      )}
    </>
  );
}

/** What a flight came to, in figures. */
export function FlightFigures({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const started = flight.startTime !== null;
  const waypoint =
    flight.currentWaypoint === null
      ? null
      : text('flight.waypointOf', {
          current: waypointNumber(flight.currentWaypoint, flight.waypointCount),
          count: flight.waypointCount,
        });
  const media =
    flight.mediaExpected === null
      ? flight.mediaReceived
      : text('flight.mediaOf', { received: flight.mediaReceived, expected: flight.mediaExpected });
  return (
    <div className="flight-figures">
      <Figure
        size="small"
        label={text('flight.duration')}
        value={started ? figures.duration(flownSeconds(flight, serverTime())) : null}
      />
      <Figure
        size="small"
        label={text('flight.distance')}
        value={started && flight.state !== 'inFlight' ? figures.length(flight.distance) : null}
      />
      <Figure size="small" label={text('flight.waypoint')} value={waypoint} />
      <Figure size="small" label={text('flight.media')} value={started ? media : null} />
      <Figure
        size="small"
        label={text('flight.returnAltitude')}
        {...figures.reading.height(flight.returnAltitude)}
        note={text('flight.aboveDock')}
      />
      <Figure
        size="small"
        label={text('flight.lostAction')}
        value={text(`flight.lostAction.${flight.lostAction}`)}
      />
      <Figure size="small" label={text('flight.clarity')} value={text(`flight.clarity.${flight.clarity}`)} />
      <Figure size="small" label={text('flight.executor')} value={flight.executor} />
      <ArrangedFigures flight={flight} />
      <Figure size="small" label={text('flight.createdAt')} value={figures.time(flight.createdAt)} />
      <Figure size="small" label={text('flight.startTime')} value={figures.time(flight.startTime)} />
      <Figure size="small" label={text('flight.endTime')} value={figures.time(flight.endTime)} />
    </div>
  );
}
