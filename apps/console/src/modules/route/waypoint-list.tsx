import type { Waypoint } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/language.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** Pixels; beyond this the list scrolls and draws only what is in sight. */
const height = 280;

interface Row extends Waypoint {
  index: number;
}

const useActionNames = (): ((waypoint: Waypoint) => string) => {
  const text = useText();
  const messages = useMessages();
  return (waypoint) => {
    if (waypoint.actions.length === 0) return text('route.noActions');
    return waypoint.actions
      .map(({ func }) => {
        const id = `route.action.${func}`;
        return id in messages ? text(id as PhraseId) : text('route.action.other', { func });
      })
      .join(' · ');
  };
};

export interface WaypointListProps {
  waypoints: readonly Waypoint[];
  active: number | null;
  onActive: (index: number | null) => void;
}

/** Waypoints with place, height, speed and actions; choosing one shows it on map and profile. */
export function WaypointList({ waypoints, active, onActive }: WaypointListProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const actions = useActionNames();
  const columns: TableColumnsType<Row> = [
    {
      title: '#',
      width: 56,
      render: (_, { index }) => (
        <button
          type="button"
          className="route-waypoint ey-panel"
          aria-pressed={index === active}
          onClick={() => onActive(index)}
        >
          {index + 1}
        </button>
      ),
    },
    {
      title: text('mapLayer.coordinates'),
      width: 190,
      render: (_, { lng, lat }) => (
        <bdi dir="ltr">
          {lng.toFixed(6)}, {lat.toFixed(6)}
        </bdi>
      ),
    },
    {
      title: text('planner.field.height'),
      width: 150,
      render: (_, row) => `${figures.height(row.height)} ${text(`route.heightMode.${row.heightMode}`)}`,
    },
    {
      title: text('planner.field.speed'),
      width: 90,
      render: (_, { speed }) => figures.speed(speed),
    },
    { title: text('route.actions'), width: 220, render: (_, row) => actions(row) },
  ];
  return (
    <Table<Row>
      virtual
      bordered
      size="small"
      rowKey="index"
      pagination={false}
      scroll={{ x: 706, y: height }}
      columns={columns}
      dataSource={waypoints.map((waypoint, index) => ({ ...waypoint, index }))}
      rowClassName={({ index }) => (index === active ? 'route-waypoint-active' : '')}
      onRow={({ index }) => ({ onClick: () => onActive(index) })}
    />
  );
}
