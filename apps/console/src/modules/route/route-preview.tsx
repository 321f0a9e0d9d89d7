import type { RouteDetail } from '@eyrie/domain';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { isBlocked } from './import-rules.ts';
import { RouteFigures } from './route-figures.tsx';
import { RouteMap } from './route-map.tsx';
import { RouteProfile } from './route-profile.tsx';
import { RouteWarnings } from './route-warnings.tsx';
import { WaypointList } from './waypoint-list.tsx';
import './route.css';

export interface RoutePreviewProps {
  route: Omit<RouteDetail, 'oid'>;
  /** Map, profile and figures only. */
  brief?: boolean;
  /** Map and profile of the room that shows it, in place of the plain ones. */
  children?: ReactNode;
}

/** A route to look at: figures, map, profile, findings, waypoints. Choosing a waypoint in one chooses it in all. */
export function RoutePreview({ route, brief = false, children }: RoutePreviewProps): ReactNode {
  const text = useText();
  const [active, setActive] = useState<number | null>(null);
  const blocked = isBlocked(route);
  const findings = (
    <section>
      <h2>{text('route.warnings')}</h2>
      <RouteWarnings warnings={route.warnings} />
    </section>
  );
  return (
    <div className="route-preview">
      {/* What keeps it on the ground is read before anything that can be done with it. */}
      {blocked ? findings : null}
      <RouteFigures route={route} />
      {children ?? (
        <>
          <RouteMap waypoints={route.waypoints} active={active} onActive={setActive} />
          <RouteProfile route={route} active={active} onActive={setActive} />
        </>
      )}
      {blocked || brief ? null : findings}
      {brief ? null : (
        <section>
          <h2>{text('route.waypoints')}</h2>
          <WaypointList waypoints={route.waypoints} active={active} onActive={setActive} />
        </section>
      )}
    </div>
  );
}
