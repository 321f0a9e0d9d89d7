import type { PsdkFields, PsdkMethod } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { ReactNode } from 'react';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';

/** How orders to payload devices are given. */
export interface PsdkGiving {
  /** Why an order cannot be given now; null when it can. */
  why: (method: PsdkMethod, fields: PsdkFields) => PhraseId | null;
  onOrder: (method: PsdkMethod, fields: PsdkFields) => Promise<void>;
}

/** A button that gives one order to a payload device. */
export function PsdkOrder({
  method,
  fields,
  giving: { why, onOrder },
  children,
  reason = null,
}: {
  method: PsdkMethod;
  fields: PsdkFields;
  giving: PsdkGiving;
  children: ReactNode;
  /** What the page itself has against it, in words. */
  reason?: string | null;
}): ReactNode {
  const text = useText();
  const refused = why(method, fields);
  return (
    <OrderButton
      size="small"
      why={reason ?? (refused && text(refused))}
      onOrder={() => void onOrder(method, fields)}
    >
      {children}
    </OrderButton>
  );
}
