import { leaseCalls } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';
import { LeaseAskDialog } from './lease-ask-dialog.tsx';
import { useHolderName } from './lease-bar.tsx';
import type { Lease } from './use-lease.ts';

/** Takes control of a payload, which is another than that of the flight, asks for it, and gives it back. */
export function PayloadControl({ lease }: { lease: Lease }): ReactNode {
  const text = useText();
  const name = useHolderName(lease.holder);
  if (lease.phase === 'mine')
    return (
      <Allowed call={leaseCalls.release}>
        <OrderButton size="small" why={null} onOrder={lease.release}>
          {text('payload.release')}
        </OrderButton>
        <LeaseAskDialog lease={lease} />
      </Allowed>
    );
  const held = lease.phase === 'held' || lease.phase === 'asking';
  return (
    <Allowed call={leaseCalls.take}>
      <OrderButton size="small" why={held ? text('payload.held', { name }) : null} onOrder={lease.take}>
        {text('payload.take')}
      </OrderButton>
      {held ? (
        <OrderButton size="small" why={null} onOrder={lease.ask}>
          {text('lease.ask')}
        </OrderButton>
      ) : null}
    </Allowed>
  );
}
