import type { FlightRecord } from '@eyrie/domain';
import type { DataColumns } from '@eyrie/ui';
import type { ReactNode } from 'react';
import type { CellTools } from '../../platform/list/index.ts';

const name = (value: string | null): ReactNode => (value === null ? '–' : <bdi>{value}</bdi>);

/**
 * What people decided about a flight, as columns of a list.
 * @param fold the place of the first of them in the order in which columns give way; missing: none does
 */
export const choiceColumns = (
  { text }: Pick<CellTools, 'text'>,
  fold?: number,
): DataColumns<FlightRecord> => {
  const columns: DataColumns<FlightRecord> = [
    {
      title: text('flight.assignee'),
      width: 120,
      ellipsis: true,
      render: (_, { assignee }) => name(assignee),
    },
    {
      title: text('flight.acknowledgement'),
      width: 150,
      ellipsis: true,
      render: (_, { acknowledgement }) => text(`flight.acknowledgement.${acknowledgement}`),
    },
    {
      title: text('flight.aiTypes'),
      width: 180,
      ellipsis: true,
      render: (_, { aiTypes, aiRange }) => {
        if (aiTypes.length === 0) return '–';
        const types = aiTypes.map((one) => one.name).join(text('monitor.listComma'));
        return name(aiRange === null ? types : `${types} · ${text('arrange.within', { metres: aiRange })}`);
      },
    },
    {
      title: text('flight.workOrderType'),
      width: 130,
      ellipsis: true,
      render: (_, { workOrderType }) => name(workOrderType?.name ?? null),
    },
    {
      title: text('flight.assignment'),
      width: 110,
      render: (_, { assignment }) => text(`flight.assignment.${assignment}`),
    },
    {
      title: text('flight.controller'),
      width: 130,
      ellipsis: true,
      render: (_, { controllerName }) => name(controllerName),
    },
    {
      title: text('flight.gimbal'),
      width: 130,
      ellipsis: true,
      render: (_, { gimbalName }) => name(gimbalName),
    },
  ];
  return fold === undefined ? columns : columns.map((column, at) => ({ ...column, fold: fold + at }));
};
