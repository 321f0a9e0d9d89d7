import { photogrammetryCalls, type FlightRecord } from '@eyrie/domain';
import { useMemo, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { MonitorLink } from '../../modules/dock/index.ts';
import {
  AnsweredChecklist,
  ApprovalState,
  BrokenOff,
  CommandLog,
  FlightFigures,
  AcknowledgeFlight,
  FlightHold,
  FlightOutcomeMark,
  FlightState,
  FlightTrack,
  GateList,
  outcomeStyle,
  SeriesFlights,
  WindAborts,
} from '../../modules/flight/index.ts';
import { BundleButton, PlanFlownOf } from '../../modules/flight-record/index.ts';
import { FlightPhotogrammetry } from '../../modules/layer/index.ts';
import { FlightMedia, MediaFirst } from '../../modules/media/index.ts';
import { useRoute, viewAddress } from '../../modules/route/index.ts';
import { useMay } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Who approved the flight and when, or how that stands. */
function Approved({ flight: { approval } }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (approval === null) return null;
  const { state, by, at, reason } = approval;
  return (
    <Section title={text('approval.one')}>
      <ApprovalState state={state} />{' '}
      {by === null ? null : <bdi>{text('list.byAt', { by, time: figures.time(at) })}</bdi>}
      {reason === '' ? null : <p className="flight-reason">{reason}</p>}
    </Section>
  );
}

/** How it compares with its plan, and the ways to all that was recorded. */
function Flown({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const { oid, state, startTime, taskName, dockName } = flight;
  if (startTime === null) return null;
  return (
    <Section title={text('flightRecord.planned')}>
      <p>
        <Link to={`/FlightReplay?oid=${encodeURIComponent(oid)}`}>{text('flightRecord.open')}</Link>
      </p>
      {state === 'over' ? (
        <>
          <PlanFlownOf oid={oid} />
          <BundleButton oid={oid} name={taskName ?? dockName} />
        </>
      ) : null}
    </Section>
  );
}

/** What an outside engine makes of its photos. */
function MadeOfPhotos({ flight: { oid, state } }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const maySee = useMay(photogrammetryCalls.query);
  if (state !== 'over' || !maySee) return null;
  return (
    <>
      <h3>{text('photogrammetry.title')}</h3>
      <FlightPhotogrammetry flightOID={oid} />
    </>
  );
}

/** Its files, and what can be made of them. */
function Results({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  return (
    <Section title={text('media.title')}>
      <MediaFirst flight={flight} />
      <FlightMedia
        flightOID={flight.oid}
        expected={flight.mediaExpected}
        onView={(view) => void navigate(viewAddress(view))}
      />
      <MadeOfPhotos flight={flight} />
    </Section>
  );
}

/** Everything kept about one flight. */
export function FlightDetails({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const mayReadRoute = useAllowed('/TaskManagerNew');
  // A route that was deleted since is no failure of this record.
  const { data: route } = useRoute(mayReadRoute ? flight.routeOID : null, { toast: false });
  const planned = useMemo(() => route?.waypoints, [route]);
  const reason = flight.outcomeMessage;
  const names = [
    ['flight.task', flight.taskName ?? text('flight.byHand')],
    ['flight.route', flight.routeName ?? '–'],
    ['field.dock', flight.dockName],
    ['flight.drone', flight.droneName ?? '–'],
  ] as const;
  return (
    <div className="flight-record">
      <div>
        <p className="flight-verdict ey-flow">
          <FlightState flight={flight} />
          {flight.outcome ? <FlightOutcomeMark flight={flight} /> : null}
        </p>
        {reason ? (
          <p className="flight-reason" data-tone={outcomeStyle(flight.outcome)?.state}>
            {reason}
          </p>
        ) : null}
      </div>
      {flight.state === 'over' ? null : (
        <MonitorLink dockOID={flight.dockOID} taskOID={flight.taskOID ?? undefined} />
      )}
      <dl className="flight-of">
        {names.map(([id, name]) => (
          <div key={id} style={{ display: 'contents' }}>
            <dt>{text(id)}</dt>
            <dd>
              <bdi>{name}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <AcknowledgeFlight flight={flight} />
      <SeriesFlights flight={flight} />
      <BrokenOff flight={flight} />
      <Approved flight={flight} />
      <Section title={text('flight.figures')}>
        <FlightFigures flight={flight} />
      </Section>
      <Section title={text('flight.track')}>
        <FlightTrack flight={flight} planned={planned} />
      </Section>
      <Flown flight={flight} />
      <Results flight={flight} />
      <Section title={text('checklist.title')}>
        <AnsweredChecklist flightOID={flight.oid} />
      </Section>
      <Section title={text('flight.gate')}>
        {flight.gate ? (
          <GateList items={flight.gate} stored />
        ) : (
          <p className="flight-none">{text('flight.noGate')}</p>
        )}
      </Section>
      <Section title={text('windAbort.title')}>
        <WindAborts flight={flight} />
      </Section>
      <Section title={text('flight.commands')}>
        <CommandLog flight={flight} />
      </Section>
      <Section title={text('flight.hold')}>
        <FlightHold flight={flight} />
      </Section>
    </div>
  );
}
