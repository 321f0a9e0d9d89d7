import type { OrderState } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

export const orderLooks: Readonly<Record<OrderState, DeviceState>> = {
  unassigned: 'alarm',
  ignored: 'offline',
  toBeClaimed: 'attention',
  inProcess: 'working',
  done: 'live',
  rejected: 'alarm',
};

/** How an order stands, as symbol and word. */
export function OrderStateSign({ state }: { state: OrderState }): ReactNode {
  const text = useText();
  return <StateSymbol state={orderLooks[state]} heading={90} word={text(`workOrder.state.${state}`)} />;
}
