import { layerCalls, noLayerChoices, type LayerRecord } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { LayerHandle } from './layer-handle.tsx';
import { treeRows, type TreeRow } from '@eyrie/web/layer-tree';
import { useLayers } from './use-layers.ts';
import { useMoves } from './use-moves.ts';
import './layer.css';

const none: readonly LayerRecord[] = [];

interface OrderListProps {
  rows: readonly TreeRow[];
  onOrder: (order: string[]) => void;
  /** An order that was shown is to be kept. */
  onEnd: () => void;
}

function OrderList({ rows, onOrder, onEnd }: OrderListProps): ReactNode {
  const text = useText();
  const { said, place, step } = useMoves(rows, onOrder);
  return (
    <>
      <ul className="layer-list" aria-label={text('layer.order')}>
        {rows.map(({ layer: { oid, name }, depth }) => (
          <li
            key={oid}
            data-layer={oid}
            className="layer-line ey-row ey-gap-8"
            style={{ marginInlineStart: depth * 16 }}
          >
            <LayerHandle
              name={name}
              onStep={(by) => step(oid, by)}
              onOver={(at) => place(oid, at)}
              onEnd={onEnd}
            />
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <output className="ey-hidden">{said}</output>
    </>
  );
}

/** The order in which the organisation has its layers, for everybody who chose none: kept with every move. */
export function LayerOrder(): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const answer = useLayers();
  const [order, setOrder] = useState<string[]>([]);
  const latest = useRef<string[] | null>(null);
  const save = useMutation({
    // One after the other: what was moved last must be what is stored last.
    scope: { id: 'layer order' },
    mutationFn: (oids: string[]) => call(layerCalls.order, { oids }),
    onError: () => setOrder([]),
    onSettled: () => client.invalidateQueries({ queryKey: ['layer'] }),
  });
  // What belongs to a department above is not ordered here.
  const own = (answer.data?.list ?? none).filter(({ allowed }) => allowed.includes('edit'));
  const rows = treeRows(own, { ...noLayerChoices, order });
  const put = (next: string[]): void => {
    latest.current = next;
    setOrder(next);
  };
  const end = (): void => {
    if (latest.current) save.mutate(latest.current);
    latest.current = null;
  };
  return (
    <Loaded state={loadStateOf(answer)}>
      {() => (
        <>
          <p className="layer-hint">{text('layer.orderHint')}</p>
          <OrderList rows={rows} onOrder={put} onEnd={end} />
        </>
      )}
    </Loaded>
  );
}
