import type { PayloadCommand, PayloadData } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { ReactNode } from 'react';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';

/** How orders to one payload are given. */
export interface Giving {
  index: string;
  /** Why an order cannot be given now; null when it can. */
  why: (cmd: PayloadCommand, data: PayloadData) => PhraseId | null;
  onOrder: (cmd: PayloadCommand, data: PayloadData) => Promise<void>;
}

/** The documents of the dock do not have it: it is not offered. */
export const isLacking = ({ why, index }: Giving, cmd: PayloadCommand): boolean =>
  why(cmd, { payload_index: index }) === 'refusal.methodMissing';

const noFields: PayloadData = {};

/** A button that gives one order to a payload. */
export function PayloadOrder({
  cmd,
  fields = noFields,
  giving: { why, onOrder, index },
  children,
  reason,
}: {
  cmd: PayloadCommand;
  fields?: PayloadData;
  giving: Giving;
  children: ReactNode;
  /** What the page itself has against it, in words. */
  reason?: string | null;
}): ReactNode {
  const text = useText();
  const data = { payload_index: index, ...fields };
  const refused = why(cmd, data);
  return (
    <OrderButton
      size="small"
      why={reason ?? (refused && text(refused))}
      onOrder={() => void onOrder(cmd, data)}
    >
      {children}
    </OrderButton>
  );
}
