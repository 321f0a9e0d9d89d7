import type { FlightRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import type { FlightDraft } from '../../modules/flight/index.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** What flies the rest of a flight: its route, from its dock and as it flew, until somebody chooses otherwise. */
export const continuedDraft = (broken: FlightRecord): Partial<FlightDraft> => ({
  routeOID: broken.routeOID,
  dockOID: broken.dockOID,
  returnAltitude: broken.returnAltitude,
  lostAction: broken.lostAction,
  clarity: broken.clarity,
  continues: broken.oid,
  aiTypes: broken.aiTypes.map(({ code }) => code),
  aiRange: broken.aiRange,
  workOrderType: broken.workOrderType?.code ?? null,
  controllerOID: broken.controllerOID,
  gimbalOID: broken.gimbalOID,
});

/** Which flight is continued, and from where. */
export function ContinueHint({ broken }: { broken: FlightRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <p className="form-hint ey-hint">
      {text('flight.continueHint', {
        route: broken.routeName ?? '–',
        time: figures.time(broken.startTime),
        waypoint: broken.breakPoint ? broken.breakPoint.place + 1 : '–',
        count: broken.waypointCount,
      })}
    </p>
  );
}
