import type { RouteDetail } from '@eyrie/domain';
import { Figure } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** The summary line of a route. Heights say what they count from. */
export function RouteFigures({ route }: { route: Omit<RouteDetail, 'oid'> }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <div className="route-figures">
      <Figure size="small" label={text('route.length')} value={figures.length(route.length)} />
      <Figure size="small" label={text('route.duration')} value={figures.duration(route.duration)} />
      {route.flightTime === null ? null : (
        <Figure
          size="small"
          label={text('route.flightTime')}
          value={figures.duration(route.flightTime)}
          note={text('route.flightTime.note')}
        />
      )}
      <Figure size="small" label={text('route.waypointCount')} value={route.waypointCount} />
      <Figure size="small" label={text('route.speed')} value={figures.speed(route.speed)} />
      <Figure
        size="small"
        label={text('route.maxHeight')}
        value={figures.height(route.maxHeight)}
        note={text(`route.heightMode.${route.heightMode}`)}
      />
      <Figure
        size="small"
        label={text('route.takeOffHeight')}
        value={figures.height(route.takeOffSecurityHeight)}
        note={text('route.heightMode.relative')}
      />
      <Figure
        size="small"
        label={text('route.finishAction')}
        value={text(`route.finishAction.${route.finishAction}`)}
      />
      <Figure
        size="small"
        label={text('route.droneModel')}
        value={route.droneModelName ?? route.droneModel ?? text('route.anyModel')}
      />
    </div>
  );
}
