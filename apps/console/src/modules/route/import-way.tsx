import { dockCalls, limits } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { aircraft } from '@eyrie/planner';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { planDocks } from './editor/plan-docks.ts';
import { docksFor, importWays } from './nearest-dock.ts';
import type { ReadRoute } from './route.queries.ts';

interface ImportWayProps {
  route: ReadRoute;
  busy: boolean;
  /** Stores it and opens the editor with what is added to its address. */
  onEdit: (added: Readonly<Record<string, string>>) => void;
}

/** From where an imported route can be flown, and the ways on where nobody can fly it as it is. */
export function ImportWay({ route, busy, onEdit }: ImportWayProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const may = useMay(dockCalls.query);
  const [chosen, setChosen] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['dock', 'forImport'],
    enabled: may,
    queryFn: ({ signal }) =>
      call(
        dockCalls.query,
        { standing: 'inService', pageNum: 1, pageSize: limits.list.pageSizeMax, sort: 'name' },
        { signal, toast: false },
      ),
  });
  const docks = docksFor(route.waypoints, route.droneModel, planDocks(data?.list ?? []));
  const found = docks.find(({ dock: { oid } }) => oid === chosen) ?? docks[0];
  if (!found) return null;
  const { dock, metres } = found;
  const ways = importWays(route.droneModel, found);
  const model = aircraft.find(({ key }) => key === dock.drone)?.name ?? '';
  return (
    <div className="route-import-way ey-row ey-flow" role={ways.far ? 'alert' : undefined}>
      <Select
        aria-label={text('route.importDock')}
        value={dock.oid}
        onChange={setChosen}
        popupMatchSelectWidth={false}
        options={docks.map((one) => ({
          value: one.dock.oid,
          label: `${one.dock.name} · ${figures.length(one.metres)}`,
        }))}
      />
      <p>{text('route.farAway', { dock: dock.name, distance: figures.length(metres) })}</p>
      {ways.move ? (
        <Button loading={busy} onClick={() => onEdit({ dock: dock.oid, move: 'yes' })}>
          {text('route.moveHere', { dock: dock.name })}
        </Button>
      ) : null}
      {ways.convert ? (
        <Button loading={busy} onClick={() => onEdit({ dock: dock.oid })}>
          {text('route.convert', { model })}
        </Button>
      ) : null}
    </div>
  );
}
