import { statisticsCalls, type LiveMessage, type ResponseOf } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { useNow } from '@eyrie/web/clock';
import { droneNowOf } from '@eyrie/web/drone-style';
import { useFigures } from '@eyrie/web/figures';
import { phaseStyle } from '@eyrie/web/phase-style';
import { latestAircraft, useAircraft, useTelemetry, useTelemetryAll } from '@eyrie/web/telemetry';
import { useText } from '@eyrie/web/text';
import type { ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { MonitorLink } from '../../platform/monitor-link.tsx';
import { Tile } from '../../platform/tile.tsx';

type InAir = ResponseOf<typeof statisticsCalls.liveUav>['list'][number];

/** Flights that one tile has room for. */
const rows = 6;

/** Changes when an aircraft takes off or lands. */
const airChanged = ({ name, data }: LiveMessage): string | null =>
  (name === 'droneTelemetry' || name === 'heldDroneTelemetry') && 'airborne' in data
    ? `${data.online} ${data.airborne}`
    : null;

function Flight({ flight }: { flight: InAir }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const at = useNow();
  const latest = useAircraft(flight.droneOID);
  const presence = useTelemetry('dockPresence', flight.dockOID);
  const drone = latest && droneNowOf(latest, Math.max(at, latest.receivedAt));
  const fresh = drone?.marker === 'live';
  const job = presence?.data.job ?? null;
  const style = job?.phase ? phaseStyle(job.phase) : null;
  const { elevation = null, speedH = null, percent = null } = latest?.data ?? {};
  return (
    <li className={fresh ? 'flight' : 'flight tile-old'}>
      <div className="row">
        <MonitorLink dockOID={flight.dockOID} name={flight.droneName} kind={flight.kind} />
        {fresh ? (
          <StateSymbol
            state={style?.state ?? 'working'}
            word={text(style?.wordId ?? 'statistics.dronesAirborne')}
            heading={drone.head}
          />
        ) : (
          <StateSymbol state={drone?.state ?? 'attention'} word={figures.age(drone?.ageMs ?? null)} />
        )}
      </div>
      <dl className="flying-figures">
        <div>
          <dt>{text('cockpit.height')}</dt>
          <dd>{figures.height(elevation)}</dd>
        </div>
        <div>
          <dt>{text('field.speed')}</dt>
          <dd>{figures.speed(speedH)}</dd>
        </div>
        <div>
          <dt>{text('field.battery')}</dt>
          <dd>{figures.amount(percent, text('unit.percent'), 0)}</dd>
        </div>
        <div>
          <dt>{text('field.progress')}</dt>
          <dd>{figures.amount(job?.percent ?? null, text('unit.percent'), 0)}</dd>
        </div>
      </dl>
    </li>
  );
}

/** What is in the air: named by a call, counted on by the live topic of each aircraft. */
export function Flights(): ReactNode {
  const text = useText();
  const asked = useAsked(statisticsCalls.liveUav, () => ({}), airChanged);
  useTelemetryAll('droneTelemetry');
  useTelemetryAll('heldDroneTelemetry');
  return (
    <Tile title={text('cockpit.flights')} area="flights" asked={asked}>
      {({ list, total }) => {
        // Landed since: its own word is newer than the answer.
        const landed = list.filter(({ droneOID }) => {
          const latest = latestAircraft(droneOID);
          return latest?.data.online === true && !latest.data.airborne;
        });
        const flying = list.filter((one) => !landed.includes(one));
        const hidden = total - landed.length - Math.min(rows, flying.length);
        if (flying.length === 0) return <p className="tile-note">{text('cockpit.noFlights')}</p>;
        return (
          <>
            <ul className="rows">
              {flying.slice(0, rows).map((flight) => (
                <Flight key={flight.droneOID} flight={flight} />
              ))}
            </ul>
            {hidden > 0 ? <p className="tile-note">{text('cockpit.notShown', { count: hidden })}</p> : null}
          </>
        );
      }}
    </Tile>
  );
}
