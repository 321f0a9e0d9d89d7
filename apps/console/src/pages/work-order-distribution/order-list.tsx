import type { MappedOrder } from '@eyrie/domain';
import { DataTable, StateSymbol, type DataColumns, type LoadState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { OrderStateSign } from '../../modules/work-order/index.ts';
import { drawClass } from '../../parts.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

interface OrderListProps {
  orders: readonly MappedOrder[];
  load: LoadState;
  chosen: string | null;
  /** Server time, epoch ms. */
  at: number;
  onChoose: (oid: string) => void;
  empty: ReactNode;
}

/** The orders beside the map; the same one is chosen in both. */
export function OrderList({ orders, load, chosen, at, onChoose, empty }: OrderListProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const columns: DataColumns<MappedOrder> = [
    {
      title: text('workOrder.class'),
      ellipsis: true,
      render: (_, { class: found, name }) => <span title={name}>{drawClass(found)}</span>,
    },
    {
      title: text('workOrder.state'),
      width: 124,
      render: (_, { state }) => <OrderStateSign state={state} />,
    },
    {
      title: text('workOrder.age'),
      width: 124,
      render: (_, { createdAt, ageing }) => {
        const age = figures.age(Math.max(0, at - createdAt));
        return ageing ? <StateSymbol state="alarm" word={age} /> : <bdi>{age}</bdi>;
      },
    },
  ];
  return (
    <DataTable
      label={text('permission./AlarmWorksheet')}
      columns={columns}
      rows={orders}
      rowKey={({ oid }) => oid}
      load={load}
      highlighted={chosen}
      follows
      onOpen={({ oid }) => onChoose(oid)}
      dense
      minWidth={340}
      empty={empty}
    />
  );
}
