import { workOrderCalls } from '@eyrie/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { soundArrival, soundsNow } from '../../platform/alarm-sound.ts';
import { call } from '../../platform/http.ts';
import { currentSession } from '../../platform/session.ts';
import { keep, kept } from '../../platform/storage.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { arrivedSince, newestMost, type Newest } from './order-arrival.ts';

/** ms: an order waits for hours, not for seconds. */
const lookEvery = 5_000;

const owner = (): string => currentSession().user?.oid ?? '';
const isChosen = (): boolean => kept('orderSounds')?.[owner()] === true;

/**
 * Calls back with the orders that come, also behind another tab: that is what a sound is for.
 * @param on since when, so that what came while it was off is not new; null: off
 */
function useArrivals(on: number | null, arrived: (orders: readonly Newest[]) => void): void {
  const before = useRef<readonly Newest[] | undefined>(undefined);
  const { data } = useQuery({
    queryKey: ['workOrder', 'newest', on],
    queryFn: async ({ signal }): Promise<readonly Newest[]> => {
      const asked = { pageNum: 1, pageSize: newestMost, sort: '-createdAt' } as const;
      const { list } = await call(workOrderCalls.query, asked, { signal, toast: false });
      return list.map(({ oid, name, createdAt }) => ({ oid, name, createdAt }));
    },
    enabled: on !== null,
    gcTime: 0,
    refetchInterval: lookEvery,
    refetchIntervalInBackground: true,
  });
  const noticed = useEffectEvent(arrived);
  useEffect(() => {
    if (on === null) before.current = undefined;
    else if (data) {
      const orders = arrivedSince(before.current, data);
      before.current = data;
      if (orders.length > 0) noticed(orders);
    }
  }, [on, data]);
}

const watchTouch = (touched: () => void): (() => void) => {
  // Not at the beginning of a press: what stands here would move from under it.
  const kinds = ['click', 'keydown'] as const;
  for (const kind of kinds) window.addEventListener(kind, touched);
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, touched);
  };
};

/** Whether the browser lets this page sound: it does once somebody has touched it. */
const useMaySound = (): boolean => useSyncExternalStore(watchTouch, soundsNow);

/** Lets the page sound when an order comes: off until it is chosen, and kept for the member in this browser. */
export function OrderSound(): ReactNode {
  const text = useText();
  const [on, setOn] = useState(() => (isChosen() ? 0 : null));
  const client = useQueryClient();
  const maySound = useMaySound();
  useArrivals(on, (orders) => {
    soundArrival();
    // Whoever looks up finds it in the list.
    void client.invalidateQueries({ queryKey: ['workOrder'] });
    // Who cannot hear it, or has the sound of the machine off, reads it.
    const [{ name } = { name: '' }, ...others] = orders;
    const several = text('workOrder.arrivedSeveral', { count: orders.length });
    showToast('info', others.length === 0 ? text('workOrder.arrived', { name }) : several);
  });
  return (
    <span className="order-sound">
      <Checkbox
        checked={on !== null}
        onChange={({ target }) => {
          setOn(target.checked ? Date.now() : null);
          keep('orderSounds', { ...kept('orderSounds'), [owner()]: target.checked });
          if (target.checked) soundArrival();
        }}
      >
        {text('workOrder.sound')}
      </Checkbox>
      {on !== null && !maySound ? <span className="ey-hint">{text('workOrder.soundWaits')}</span> : null}
    </span>
  );
}
