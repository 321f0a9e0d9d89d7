import { blockingItems, type FlightRecord } from '@eyrie/domain';
import { pathLength } from '@eyrie/geometry';
import { Figure, StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import {
  Checklist,
  FlightState,
  GateList,
  Waivers,
  standingOf,
  stepBeside,
  useFlightTrack,
  waypointNumber,
  type FlightStanding,
  type GateStanding,
} from '../../modules/flight/index.ts';
import { useUnknownSince, type Live } from '../../modules/telemetry/index.ts';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { serverMoment, serverTime } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import type { MonitoredFlight } from './monitor.queries.ts';

interface FlightPanelProps {
  flight: FlightRecord;
  /** Where it stands by the newest word on it. */
  standing: FlightStanding;
  /** The aircraft's mode in words. */
  mode: string | null;
  gate: GateStanding;
  /** Server moment up to which all this is known, where it is no longer; null: it is known now. */
  unknownSince: number | null;
}

/** Seconds and metres flown: of the track so far while it flies, of the record after. Null: not in the air yet. */
const useFlown = (
  flight: FlightRecord,
  unknownSince: number | null,
): { seconds: number | null; metres: number | null } => {
  useNow();
  const running = flight.state === 'inFlight';
  const { data } = useFlightTrack(flight.oid, running);
  if (!running) return { seconds: flight.duration, metres: flight.distance };
  const first = data?.properties.times[0];
  const last = data?.properties.times.at(-1);
  if (!data || first === undefined || last === undefined) return { seconds: null, metres: null };
  return {
    seconds: Math.max(last, unknownSince ?? serverTime() ?? last) / 1000 - first / 1000,
    metres: pathLength(
      data.geometry.coordinates.flatMap(([lng, lat, height = 0]) =>
        lng === undefined || lat === undefined ? [] : [{ lng, lat, height }],
      ),
    ),
  };
};

/** How much of the route lies behind, by distance, and the time to its end. */
function Share({ progress, secondsLeft }: FlightStanding): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <div className="monitor-progress ey-row">
      <progress
        max={100}
        value={progress ?? 0}
        aria-label={text('field.progress')}
        aria-valuetext={figures.amount(progress, '%', 0)}
      />
      <bdi>{figures.amount(progress, '%', 0)}</bdi>
      {secondsLeft === null ? null : (
        <span className="monitor-quiet">
          {text('flight.timeLeft', { time: figures.duration(secondsLeft) })}
        </span>
      )}
    </div>
  );
}

function Progress({ flight, standing, mode, unknownSince }: Omit<FlightPanelProps, 'gate'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { currentWaypoint, waypointCount } = standing;
  const { seconds, metres } = useFlown(flight, unknownSince);
  const step = stepBeside(standing);
  return (
    <>
      <Share {...standing} />
      <div className="monitor-figures">
        <Figure
          size="small"
          label={text('flight.waypoint')}
          value={
            currentWaypoint === null
              ? null
              : text('flight.waypointOf', {
                  current: waypointNumber(currentWaypoint, waypointCount),
                  count: waypointCount,
                })
          }
        />
        <Figure size="small" label={text('drone.mode')} value={mode} />
        <Figure
          size="small"
          label={text('flight.duration')}
          value={seconds === null ? null : figures.duration(seconds)}
        />
        <Figure
          size="small"
          label={text('flight.distance')}
          value={metres === null ? null : figures.length(metres)}
        />
        {step ? (
          <Figure size="small" label={text('flight.step')} value={text(`flight.step.${step}`)} />
        ) : null}
      </div>
    </>
  );
}

/** Where the flight stands now; where that is not known, since when. */
function Standing({ flight, standing, unknownSince }: Omit<FlightPanelProps, 'gate' | 'mode'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (unknownSince === null) return <FlightState flight={flight} standing={standing} />;
  return (
    <StateSymbol state="offline" word={text('state.unknownSince', { time: figures.clock(unknownSince) })} />
  );
}

/** Ready, not ready, or since when nobody knows. */
function GateMark({ gate }: { gate: Extract<GateStanding, { kind: 'known' | 'unknown' }> }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (gate.kind === 'unknown') {
    const time = figures.clock(serverMoment(gate.since));
    return <StateSymbol state="offline" word={text('state.unknownSince', { time })} />;
  }
  const warnings = gate.items.filter(({ verdict }) => verdict !== 'passed').length;
  if (gate.ready)
    return (
      <span data-gate="ready">
        {warnings === 0 ? (
          <StateSymbol state="live" word={text('monitor.gateReady')} />
        ) : (
          <StateSymbol state="attention" word={text('monitor.gateReadyWarned', { count: warnings })} />
        )}
      </span>
    );
  const count = blockingItems(gate.items).length;
  return <StateSymbol state="alarm" word={text('monitor.gateBlocked', { count })} />;
}

function GatePanel({ gate, flightOID }: { gate: GateStanding; flightOID: string }): ReactNode {
  const text = useText();
  if (gate.kind === 'checking') return <p className="monitor-quiet">{text('monitor.gateLoading')}</p>;
  if (gate.kind === 'gone')
    return (
      <p className="monitor-quiet" role="alert">
        {text('monitor.flightGone')}
      </p>
    );
  return (
    <section aria-label={text('flight.gate')}>
      <h3>
        {text('flight.gate')}
        <GateMark gate={gate} />
      </h3>
      {gate.kind === 'known' ? (
        <>
          <GateList items={gate.items} />
          <Waivers of={{ flightOID }} items={gate.items} />
        </>
      ) : null}
    </section>
  );
}

/** The flight this page is about: what it is, how far it is, and what keeps it on the ground. */
function FlightPanel(props: FlightPanelProps): ReactNode {
  const { flight, standing, mode, gate } = props;
  const text = useText();
  // What has not begun cannot go on unseen, and what is over stays so.
  const unknownSince = flight.state === 'inFlight' ? props.unknownSince : null;
  return (
    <section className="monitor-panel" aria-label={text('flight.one')}>
      <h2>
        <bdi>{flight.taskName ?? text('flight.byHand')}</bdi>
        <Standing {...{ flight, standing, unknownSince }} />
      </h2>
      {flight.routeName === null ? null : (
        <p className="monitor-quiet">
          {text('flight.route')} <bdi>{flight.routeName}</bdi>
        </p>
      )}
      {flight.state === 'created' ? null : (
        <div className={unknownSince === null ? undefined : 'monitor-old'}>
          {unknownSince === null ? null : <FlightState flight={flight} standing={standing} />}
          <Progress {...{ flight, standing, mode, unknownSince }} />
        </div>
      )}
      <p className="monitor-quiet">
        {text('monitor.lostPlan', {
          action: text(`flight.lostAction.${flight.lostAction}`),
          height: flight.returnAltitude,
        })}
      </p>
      {flight.state === 'created' ? (
        <>
          <Checklist flightOID={flight.oid} />
          <GatePanel gate={gate} flightOID={flight.oid} />
        </>
      ) : null}
    </section>
  );
}

/** The flight of a dock as it stands by its newest word, or that there is none. */
export function MonitoredPanel({
  monitored: { flight, loading },
  live,
  gate,
}: {
  monitored: Pick<MonitoredFlight, 'flight' | 'loading'>;
  live: Live;
  gate: GateStanding;
}): ReactNode {
  const text = useText();
  const unknownSince = useUnknownSince(live);
  if (!flight) return <p className="monitor-quiet">{text(loading ? 'app.loading' : 'monitor.noFlight')}</p>;
  const mode = live.drone.data?.online ? live.drone.data.mode : null;
  return (
    <FlightPanel
      flight={flight}
      standing={standingOf(flight, live.presence?.job ?? null)}
      mode={mode ? text(`drone.mode.${mode}`) : null}
      gate={gate}
      unknownSince={unknownSince}
    />
  );
}
