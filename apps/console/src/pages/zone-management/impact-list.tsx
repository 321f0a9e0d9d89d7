import type { RegionImpact } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

type Route = RegionImpact['routes'][number];

/** The dock has no number: it lies before the first waypoint and behind the last. */
const legName = ({ from, to }: Route['legs'][number], count: number): string =>
  `${from === 0 ? '⌂' : from}→${to > count ? '⌂' : to}`;
const legsShown = 12;

/** What a change touches: each route with its legs, tasks and flights, what would be refused first. */
export function ImpactList({ impact }: { impact: RegionImpact }): ReactNode {
  const text = useText();
  if (impact.routes.length === 0) return <p className="list-hint">{text('region.impactNone')}</p>;
  return (
    <ul className="zone-impact">
      {impact.routes.map(({ oid, name, legs, waypointCount, against, tasks, flights }) => (
        <li key={oid}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <StateSymbol
            state={against ? 'alarm' : 'attention'}
            word={text(against ? 'region.impactAgainst' : 'region.impactTouches')}
          />
          <span>
            {text('region.impactLegs', {
              legs: `\u2066${legs
                .slice(0, legsShown)
                .map((leg) => legName(leg, waypointCount))
                .join(text('monitor.listComma'))}${legs.length > legsShown ? ' …' : ''}\u2069`,
            })}
          </span>
          {tasks.map((task) => (
            <span key={task.oid}>{text('region.impactTask', { name: task.name })}</span>
          ))}
          {flights.map((flight) => (
            <span key={flight.oid}>
              {text('region.impactFlight', {
                dock: flight.dockName,
                state: text(flight.state === 'created' ? 'region.impactCreated' : 'region.impactInFlight'),
              })}
            </span>
          ))}
        </li>
      ))}
      {impact.more ? <li>{text('region.impactMore')}</li> : null}
    </ul>
  );
}
