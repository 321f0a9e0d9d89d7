import { Dialog } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNow } from '../../platform/clock.ts';
import { useText } from '../../platform/text.tsx';
import type { Lease } from './use-lease.ts';

/** Somebody asks for control. Doing nothing grants it, so the time left stands in the question. */
export function LeaseAskDialog({ lease }: { lease: Lease }): ReactNode {
  const text = useText();
  const at = useNow();
  const { asker } = lease;
  const left = asker ? Math.ceil((asker.until - at) / 1000) : 0;
  if (!asker || left <= 0) return null;
  return (
    <Dialog
      open
      alert
      title={text('lease.asked', { name: asker.own ? text('lease.you') : asker.name })}
      onClose={() => lease.answer(false)}
      footer={
        <>
          <Button data-autofocus disabled={lease.busy} onClick={() => lease.answer(false)}>
            {text('lease.keep')}
          </Button>
          <Button type="primary" disabled={lease.busy} onClick={() => lease.answer(true)}>
            {text('lease.handOver')}
          </Button>
        </>
      }
    >
      <p role="timer">{text('lease.askedText', { seconds: left })}</p>
    </Dialog>
  );
}
