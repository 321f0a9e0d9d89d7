import { dockCalls, type DockRecord } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../platform/http.ts';
import { isAllowed, useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { useConnection } from './dock-connection.query.ts';
import { useDockNow } from './dock-live.ts';
import { firstFlightChecks, firstFlightStanding } from './first-flight.rules.ts';
import './dock-connection.css';

function Checks({ dock }: { dock: DockRecord }): ReactNode {
  const text = useText();
  const { status, ageMs } = useDockNow(dock);
  const { data: connection } = useConnection(dock.oid);
  const standing = firstFlightStanding({ dock, status, ageMs, steps: connection?.steps ?? [] });
  const open = firstFlightChecks.filter((check) => standing[check] !== true).length;
  return (
    <>
      <p role="status">
        {open === 0 ? text('connection.readyToFly') : text('connection.checksOpen', { count: open })}
      </p>
      <ul className="dock-ladder ey-list" aria-label={text('connection.stage.flight')}>
        {firstFlightChecks.map((check) => {
          const fine = standing[check];
          return (
            <li key={check}>
              <StateSymbol
                state={fine === null ? 'offline' : fine ? 'live' : 'attention'}
                word={text(`connection.check.${check}`)}
              />
              <span>
                {text(
                  fine === null
                    ? 'connection.notKnown'
                    : fine
                      ? 'connection.checkFine'
                      : 'connection.checkMissing',
                )}
              </span>
              {fine === true ? null : <p className="list-hint">{text(`connection.checkDo.${check}`)}</p>}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** What the dock has to show before its first flight, as it stands now, and where to go from there. */
export function FirstFlight({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const mayPlan = useSession((session) => isAllowed(session, '/RoutePlanning'));
  const { data: dock } = useQuery({
    queryKey: ['dock', 'get', oid],
    queryFn: ({ signal }) => call(dockCalls.get, { oid }, { signal, toast: false }),
    refetchInterval: 2_000,
  });
  return (
    <>
      {dock ? <Checks dock={dock} /> : <p className="list-hint">{text('connection.waiting')}</p>}
      <p className="list-hint">{text('connection.flightHint')}</p>
      {mayPlan ? <a href="#/RoutePlanning">{text('connection.planRoute')}</a> : null}
    </>
  );
}
