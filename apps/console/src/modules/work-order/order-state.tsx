import type { OrderState, OrderVerdict } from '@eyrie/domain';
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
export function OrderStateSign({
  state,
  verification = null,
  merged = false,
}: {
  state: OrderState;
  verification?: OrderVerdict | null;
  /** It is worked on with another one. */
  merged?: boolean;
}): ReactNode {
  const text = useText();
  const words = [
    text(merged ? 'workOrder.merged' : `workOrder.state.${state}`),
    ...(verification ? [text(`workOrder.verification.${verification}`)] : []),
  ];
  // Done is not repaired: an order that was closed without that must not look like one that was.
  const isOpen = verification !== null && verification !== 'repaired';
  const look = isOpen ? 'attention' : orderLooks[state];
  return <StateSymbol state={look} heading={90} word={words.join(' · ')} />;
}
