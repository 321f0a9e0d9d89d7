import { useState } from 'react';
import { useText } from '../../platform/text.tsx';
import { neighbour, placed, type TreeRow } from '@eyrie/web/layer-tree';

/** Moves layers among those of their branch, and says where each has come to. */
export const useMoves = (rows: readonly TreeRow[], onOrder: (order: string[]) => void) => {
  const text = useText();
  const [said, setSaid] = useState('');
  const place = (oid: string, at: string): void => {
    const order = placed(rows, oid, at);
    if (!order) return;
    const name = rows.find(({ layer }) => layer.oid === oid)?.layer.name ?? '';
    const count = order.length;
    setSaid(text('layer.moved', { name, place: count - order.indexOf(oid), count }));
    onOrder(order);
  };
  return {
    /** For a live region. */
    said,
    place,
    step: (oid: string, by: 1 | -1): void => {
      const at = neighbour(rows, oid, by);
      if (at !== null) place(oid, at);
    },
  };
};
